import { describe, expect, it } from '@jest/globals';

import { dressBulk, planBulk } from './bulk-response.js';
import { seededRandom } from './seeded-random.js';

const entries = Array.from({ length: 8 }, (_, index) => ({ index, status: 201, id: 100 + index }));
const asSent = () => ({ bulkOrder: 'as_sent' as const, random: seededRandom(1) });
const indexes = (response: readonly { index: number }[]): number[] => response.map(({ index }) => index);

describe('a bulk response', () => {
  it('is whole and in order without faults', () => {
    const plan = planBulk([], 8, seededRandom(1));
    expect(dressBulk(entries, plan, [], asSent())).toEqual(entries);
  });

  it('fails the entries that a fault names, or every second', () => {
    expect([...planBulk([{ kind: 'bulk_partial', indexes: [2, 5] }], 8, seededRandom(1)).failing]).toEqual([
      2, 5,
    ]);
    expect([...planBulk([{ kind: 'bulk_partial' }], 5, seededRandom(1)).failing]).toEqual([1, 3]);
  });

  it('lacks entries that were applied, or that were not', () => {
    const applied = planBulk([{ kind: 'bulk_short', missing: 3 }], 8, seededRandom(1));
    expect([applied.withoutResponse.size, applied.unapplied.size]).toEqual([3, 0]);
    const response = dressBulk(entries, applied, [], asSent());
    expect(indexes(response)).toEqual(
      indexes(entries).filter((index) => !applied.withoutResponse.has(index)),
    );

    const lost = planBulk([{ kind: 'bulk_short', applied: false }], 8, seededRandom(1));
    expect(lost.unapplied).toEqual(lost.withoutResponse);
    expect(lost.unapplied.size).toBe(4);
  });

  it('comes in another order, or doubled, with the same entries', () => {
    const plan = planBulk([], 8, seededRandom(1));
    const mixed = dressBulk(entries, plan, [{ kind: 'bulk_shuffled' }], asSent());
    expect(indexes(mixed)).not.toEqual(indexes(entries));
    expect(indexes(mixed).sort()).toEqual(indexes(entries));
    const shuffled = dressBulk(entries, plan, [], { ...asSent(), bulkOrder: 'shuffled' });
    expect(indexes(shuffled)).toEqual(indexes(mixed));
    expect(indexes(dressBulk(entries.slice(0, 2), plan, [{ kind: 'bulk_doubled' }], asSent()))).toEqual([
      0, 0, 1, 1,
    ]);
  });
});
