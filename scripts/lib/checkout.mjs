import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The absolute path of the checkout. */
export const checkout = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The files of the compiler that builds. TypeScript 7 is native; the package named `typescript` is the one for tools. */
export const compiler = join(checkout, 'node_modules', '@typescript', 'native', 'bin', 'tsc');

/** What the compiler builds: every package and app without its tests. `tsconfig.json` is for editors and checks, and has the tests too. */
export const buildConfig = join(checkout, 'tsconfig.build.json');

/** Ends with one line where this Node is older than package.json asks for. */
export function requireNode() {
  const wanted = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')).engines.node.replace(
    '>=',
    '',
  );
  const [major, minor] = wanted.split('.').map(Number);
  const [haveMajor, haveMinor] = process.versions.node.split('.').map(Number);
  if (haveMajor < major || (haveMajor === major && haveMinor < minor)) {
    fail(
      `Node ${wanted} or newer is needed, and this is ${process.versions.node}: install it from https://nodejs.org`,
    );
  }
}

/** Writes one line to standard error and ends the process with 1. */
export function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** Prints `text` and ends the process where --help or -h stands among the arguments. */
export function offerHelp(text) {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    process.stdout.write(`${text.trim()}\n`);
    process.exit(0);
  }
}
