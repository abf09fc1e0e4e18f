import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

import { checkout, fail, offerHelp, requireNode } from './lib/checkout.mjs';
import { run } from './lib/run.mjs';

offerHelp(`
npm run on-node -- <version> <command> ...

Runs a command of this checkout on another version of Node, which it takes from the package registry once and keeps in
.leadbridge: npm run on-node -- 24.21.0 npm test
`);
requireNode();

const [version = '', ...command] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version) || command.length === 0) {
  fail('Expected an exact version of Node and a command, such as: npm run on-node -- 24.21.0 npm test');
}

const folder = join(checkout, '.leadbridge', `node-${version}`);
const binaries = join(folder, 'node_modules', 'node', 'bin');
if (!existsSync(join(binaries, 'node'))) {
  await mkdir(folder, { recursive: true });
  const install = ['install', `node@${version}`, '--prefix', folder, '--no-save', '--no-audit', '--no-fund'];
  const { exitCode, output } = await run('npm', install, { quiet: true });
  if (exitCode !== 0 || !existsSync(join(binaries, 'node'))) {
    fail(`Node ${version} could not be installed:\n${output.trim()}`);
  }
}
const { exitCode } = await run(command[0], command.slice(1), {
  environment: { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}` },
});
process.exit(exitCode);
