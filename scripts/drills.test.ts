import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { drills } from '../drills/cases/index.js';
import { drawDashboard } from '../drills/dashboard/draw.js';
import { compile, type Series } from '../drills/dashboard/promql.js';
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

describe('the picture of the dashboard', () => {
  const told = (
    name: string,
    labels: Readonly<Record<string, string>>,
    values: readonly number[],
  ): Series => ({
    name,
    labels,
    points: values.map((value, index) => ({ at: index * 10_000, value })),
  });
  const series = [
    told('jobs_total', { queue: 'a', instance: '1' }, [0, 20, 5]),
    told('jobs_total', { queue: 'a', instance: '2' }, [100, 100, 120]),
    told('jobs_total', { queue: 'b', instance: '1' }, [0, 10, 20]),
    told('limit', {}, [50, 50, 50]),
    ...['1', '2', '+Inf'].map((le, index) =>
      told('seconds_bucket', { le }, [0, 0, [10, 20, 20][index] ?? 0]),
    ),
  ];
  it.each([
    ['max by (queue) (jobs_total)', { a: 120, b: 20 }],
    // From 20 the first began again and came to 5.
    ['sum by (queue) (rate(jobs_total[5m]))', { a: (25 + 20) / 20, b: 1 }],
    ['max(jobs_total{queue!="a"})', { '': 20 }],
    ['1 - max(jobs_total{queue=~"b|c"}) / max(limit)', { '': 0.6 }],
    ['max by (queue) (jobs_total) / on () group_left () max(limit)', { a: 2.4, b: 0.4 }],
    ['histogram_quantile(0.75, sum by (le) (rate(seconds_bucket[5m])))', { '': 1.5 }],
    ['share', { '': 0.4 }],
  ])('has what %s comes to', (expression, values) => {
    const rules = new Map([['share', 'max(jobs_total{queue="b"}) / max(limit)']]);
    const samples = compile(expression, series, rules)(20_000);
    const found = samples.map(
      ({ labels, value }) => [labels['queue'] ?? '', expect.closeTo(value, 6)] as const,
    );
    expect(values).toEqual(Object.fromEntries(found));
  });

  it('has a panel for each of the shipped one, of which every expression can be read', async () => {
    const { panels } = JSON.parse(read('deploy/grafana/leadbridge.json')) as { panels: { title: string }[] };
    const picture = await drawDashboard([told('leadbridge_workers', {}, [2, 3])], 0, 10_000);
    expect(picture.match(/font-weight="bold"/gu)).toHaveLength(panels.length);
    expect(picture).toContain('>3</text>');
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
