import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

import { checkout, offerHelp } from './lib/checkout.mjs';
import { unwantedWords } from './lib/unwanted-words.mjs';

offerHelp(`
node scripts/check-words.mjs
Finds words for which the project has a standard term, in names, comments, texts and documents; a part of npm run check.
`);

const written = /\.([cm]?[jt]sx?|json|md|mermaid|ya?ml|html|css|svg)$/;
const notOurs = /(^|\/)(node_modules|dist|vendor|generated|coverage)\//;

const folders = ['apps', 'bench', 'deploy', 'docker', 'docs', 'packages', 'scripts', 'tests'];
const paths = [
  ...readdirSync(checkout),
  ...folders.flatMap((folder) =>
    readdirSync(join(checkout, folder), { recursive: true }).map((name) => join(folder, name)),
  ),
]
  .map((path) => path.split(sep).join('/'))
  .filter((path) => written.test(path) && !notOurs.test(path) && path !== 'package-lock.json');

const found = paths.flatMap((path) => unwantedWords(path, readFileSync(join(checkout, path), 'utf8')));
process.stdout.write(found.map((line) => `${line}\n`).join(''));
process.exit(found.length === 0 ? 0 : 1);
