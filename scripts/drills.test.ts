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

  it.each(files)('%s stands in the list of drills with its promise, and in the README', (file) => {
    const number = Number(file.slice(0, 2));
    const row = read('tests/drills/README.md')
      .split('\n')
      .find((line) => new RegExp(`^\\| ${number} +\\|`).test(line));
    expect(promiseOf(file)).not.toBe('');
    expect(row).toContain(`(${file})`);
    expect(row).toContain(promiseOf(file));
    expect(read('README.md')).toContain(`[${number}](tests/drills/${file})`);
  });
});
