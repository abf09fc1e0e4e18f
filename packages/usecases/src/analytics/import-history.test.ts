import { describe, expect, it } from '@jest/globals';

import { importHistory } from './import-history.js';
import { factsReader } from './testing/facts-reader.js';

const day = { from: new Date('2026-01-31T00:00:00.000Z'), to: new Date('2026-01-31T23:59:59.999Z') };
const counts = { created: 1, updated: 2, skipped: 3, preserved: 4, failed: 5 };
const nothing = { created: 0, updated: 0, skipped: 0, preserved: 0, failed: 0 };

describe('the history of imports', () => {
  it('has one point for each interval, also for those without a row', async () => {
    const history = [{ start: new Date('2026-01-31T02:00:00.000Z'), ...counts }];
    const points = await importHistory(factsReader({ history }), day, 'hour');
    expect(points).toHaveLength(24);
    expect(points.slice(1, 4)).toEqual([
      { start: '2026-01-31T01:00:00.000Z', ...nothing },
      { start: '2026-01-31T02:00:00.000Z', ...counts },
      { start: '2026-01-31T03:00:00.000Z', ...nothing },
    ]);
    expect(points.at(-1)?.start).toBe('2026-01-31T23:00:00.000Z');
  });

  it.each([
    ['minute', 60_000, 1_440],
    ['hour', 3_600_000, 24],
    ['day', 86_400_000, 1],
  ] as const)('by the %s reads intervals of %d ms of this source', async (interval, milliseconds, points) => {
    const asked: (string | undefined)[] = [];
    const reader = factsReader({ asked });
    expect(await importHistory(reader, day, interval, 'csv')).toHaveLength(points);
    expect(asked).toEqual([`csv every ${milliseconds} ms`]);
  });
});
