import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative, sep } from 'node:path';

import { checkout } from './checkout.mjs';

/** Development only: not part of what runs in production. */
const leftOut = new Set(['packages/devkit']);

/** Written by a generator, and read by nobody. */
const generated = /[/\\]generated([/\\]|$)/;

/** The workspaces whose sources are measured, as `packages/domain`. */
export function workspaces() {
  return ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(checkout, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !leftOut.has(`${folder}/${entry.name}`))
      .map((entry) => `${folder}/${entry.name}`)
      .sort(),
  );
}

/**
 * All TypeScript files of a workspace: `{ path, text, kind }`, the path from the checkout with forward slashes; the kind is `source`,
 * `test` or `support` (what only tests use).
 */
export function filesOf(workspace) {
  return filesBelow(join(checkout, workspace, 'src'));
}

/** The tests of the whole service, and what they share, as `filesOf` returns them. */
export function systemTests() {
  return filesBelow(join(checkout, 'tests'));
}

function filesBelow(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .filter((entry) => !generated.test(entry.parentPath))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = relative(checkout, file).split(sep).join('/');
      return { path, text: readFileSync(file, 'utf8'), kind: kindOf(path) };
    });
}

function kindOf(path) {
  if (/\.test\.tsx?$/.test(path)) {
    return 'test';
  }
  return /\/(testing|fixtures)\/|^tests\//.test(path) ? 'support' : 'source';
}

/** The path of the file that a relative import leads to, as `filesOf` writes it. */
export function importedPath(from, specifier) {
  return posix.join(posix.dirname(from), specifier.replace(/\.js$/, '.ts'));
}

/** The file that a test stands beside: `x.test.ts`, `x.int.test.ts` and `x.full.test.ts` beside `x.ts`. */
export function testedPath(testPath) {
  return join(dirname(testPath), basename(testPath).replace(/(\.int|\.full)?\.test\.ts(x?)$/, '.ts$2'))
    .split(sep)
    .join('/');
}
