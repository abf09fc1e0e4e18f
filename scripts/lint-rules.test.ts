import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('..', import.meta.url));
/** `dist` holds what other test runs make and remove meanwhile. */
const leftOut = new Set(['node_modules', 'dist', 'vendor', 'generated']);

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return leftOut.has(entry.name) ? [] : sourcesIn(path);
    }
    return /\.[cm]?[jt]sx?$/.test(entry.name) ? [path] : [];
  });
}

const sources = ['apps', 'packages', 'scripts', 'bench', 'tests'].flatMap(sourcesIn);

// Put together, so that this file does not find itself.
const directive = new RegExp(`(ox|es)lint-${'disable'}`);

it('no rule is switched off in a comment: it would be a wish', () => {
  expect(sources.length).toBeGreaterThan(1_000);
  expect(sources.filter((name) => directive.test(readFileSync(join(root, name), 'utf8')))).toEqual([]);
});
