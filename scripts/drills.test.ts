import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { drills } from '../drills/cases/index.js';
import { exactly, holds } from '../drills/drill.js';
import { lineOf, markdownOf, type DrillReport } from '../drills/report.js';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

describe('the drills', () => {
  it('stand in their own list with the promise of each, and in the one of the README', () => {
    const [list, readme] = [read('drills/README.md'), read('README.md')];
    const numbers = drills.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
    for (const { number, name, promise } of drills) {
      expect(list).toMatch(new RegExp(`\\| ${number} +\\| \\[\`${name}\`\\]`));
      expect(list).toContain(promise);
      expect(readme).toMatch(new RegExp(`\\[${number}\\]\\(drills/cases/`));
    }
  });
});

describe('a figure', () => {
  it.each([
    [exactly('lost', 0, 0), true],
    [exactly('lost', 1, 0), false],
    [exactly('tickets', Number.NaN, 1), false],
    [{ name: 'resumed', value: 15.1, atMost: 15 }, false],
    [{ name: 'kills', value: 8, atLeast: 8 }, true],
    [{ name: 'told', value: -1 }, true],
  ])('%j is judged', (figure, isKept) => {
    expect(holds(figure)).toBe(isKept);
  });
});

describe('what is told of a drill', () => {
  const report: DrillReport = {
    number: 8,
    name: 'redis-lost',
    promise: 'Nothing is lost.',
    seed: 7,
    verdict: 'FAIL',
    seconds: 12.34,
    figures: [exactly('duplicates', 2, 0), { name: 'refilled', value: 1.5, unit: 's', atMost: 60 }],
  };

  it('is one line, which names what was not kept', () => {
    expect(lineOf(report)).toBe(
      ' 8 redis-lost         FAIL   12.3 s  NOT KEPT: duplicates 2 (= 0), refilled 1.50 s (≤ 60)',
    );
  });

  it('is a row of the report, with the reason of one that could not be run', () => {
    const skipped = { ...report, verdict: 'SKIP', figures: [], reason: 'no room | here' } as const;
    const text = markdownOf({
      at: '2026-01-01',
      node: 'v20',
      cores: 2,
      seconds: 90,
      drills: [report, skipped],
    });
    expect(text).toContain('0 of 2 passed in 90 s.');
    expect(text).toContain('| 8 | Nothing is lost. | SKIP | no room \\| here | 12.3 | 7 |');
  });
});
