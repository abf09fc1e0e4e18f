import { describe, expect, it } from '@jest/globals';
import type { UnpushedStatus } from '@leadbridge/contracts';

import { clockAt, shownPart } from '../testing/shown.js';
import { optOutsPart } from './opt-outs-part.js';

const now = Date.parse('2026-01-31T09:00:00.000Z');

const shownWith = (
  totals: Partial<Record<string, number>>,
  oldest: Partial<Record<UnpushedStatus, Date>>,
) => {
  const asked: unknown[] = [];
  const shown = shownPart(optOutsPart, {
    clock: clockAt(now),
    optOuts: {
      list: (query) => {
        asked.push(query);
        return Promise.resolve({ items: [], total: totals[query.status ?? ''] ?? 0, next: null });
      },
    },
    oldestOptOut: (status) => Promise.resolve(oldest[status] ?? null),
  });
  return { asked, read: shown.read };
};

describe('the metrics of opt-outs', () => {
  it('count the opt-outs that their provider does not know, with the age of the oldest', async () => {
    const { read } = shownWith(
      { pending: 2, failed: 1, done: 4_000 },
      { pending: new Date(now - 3_000), failed: new Date(now - 86_400_000) },
    );
    expect(await read()).toEqual({
      'opt_outs{status="pending"}': 2,
      'opt_outs{status="failed"}': 1,
      'opt_outs{status="unknown_source"}': 0,
      'opt_out_oldest_seconds{status="pending"}': 3,
      'opt_out_oldest_seconds{status="failed"}': 86_400,
      'opt_out_oldest_seconds{status="unknown_source"}': 0,
    });
  });

  it('read one opt-out of each status at most', async () => {
    const { asked, read } = shownWith({}, {});
    await read();
    expect(asked).toEqual(
      ['pending', 'failed', 'unknown_source'].map((status) => ({
        status,
        isErased: false,
        page: 1,
        limit: 1,
      })),
    );
  });
});
