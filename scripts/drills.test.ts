import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const files = readdirSync(new URL('../tests/drills', import.meta.url))
  .filter((name) => /\.(drill|alone)\.test\.ts$/.test(name))
  .sort();

/** The text of a literal that may follow on a line of its own. */
function promiseOf(file: string): string {
  return /promise:\s*(['"])(.+)\1,\n/.exec(read(`tests/drills/${file}`))?.[2] ?? '';
}

describe('the drills', () => {
  it('are numbered from 1, without a gap', () => {
    expect(files.map((name) => Number(name.slice(0, 2)))).toEqual(files.map((_, index) => index + 1));
  });

  it.each(files)('%s stands in the list of drills with its promise', (file) => {
    const number = Number(file.slice(0, 2));
    const row = read('tests/drills/README.md')
      .split('\n')
      .find((line) => new RegExp(`^\\| ${number} +\\|`).test(line));
    expect(promiseOf(file)).not.toBe('');
    expect(row).toContain(`(${file})`);
    expect(row).toContain(promiseOf(file));
  });

  it('prove the guarantees of the README, each drill at least one', () => {
    const [, guarantees = ''] = /^## Guarantees\n([^]*?)^## /m.exec(read('README.md')) ?? [];
    const [, table = ''] = /^## Guarantees\n([^]*?)^## /m.exec(read('tests/drills/README.md')) ?? [];
    const rows = [...table.matchAll(/^\| (\S[^|]+?\.) +\| ([\d, ]+?) +\| (.+) \|$/gm)];
    expect(rows.map(([, guarantee]) => guarantee)).toEqual(
      [...guarantees.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, guarantee]) => guarantee),
    );
    const numbers = new Set(rows.flatMap(([, , drills = '']) => drills.split(', ').map(Number)));
    expect([...numbers].sort((a, b) => a - b)).toEqual(files.map((_, index) => index + 1));
  });
});
