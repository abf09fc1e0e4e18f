import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['apps', 'packages', 'scripts', 'bench', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => /\.[cm]?[jt]sx?$/.test(name) && !/(^|\/)(node_modules|dist|vendor|generated)\//.test(name),
    )
    .map((name) => join(folder, name)),
);

// Put together, so that this file does not find itself.
const directive = new RegExp(`(ox|es)lint-${'disable'}`);

it('no rule is switched off in a comment: it would be a wish', () => {
  expect(sources.length).toBeGreaterThan(1_000);
  expect(sources.filter((name) => directive.test(readFileSync(join(root, name), 'utf8')))).toEqual([]);
});
