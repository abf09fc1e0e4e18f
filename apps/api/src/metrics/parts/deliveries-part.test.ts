import { describe, expect, it } from '@jest/globals';
import type { DeliveryStatus } from '@leadbridge/contracts';

import { clockAt, shownPart } from '../testing/shown.js';
import { deliveriesPart } from './deliveries-part.js';

const now = Date.parse('2026-01-31T09:00:00.000Z');

const shownWith = (counts: Partial<Record<DeliveryStatus, number>>, oldest: Date | null) =>
  shownPart(deliveriesPart, {
    clock: clockAt(now),
    countDeliveries: (statuses) =>
      Promise.resolve(new Map(statuses.map((status) => [status, counts[status] ?? 0]))),
    oldestPendingDelivery: () => Promise.resolve(oldest),
  }).read();

describe('the metrics of deliveries', () => {
  it('count those that are pending and those that failed, and no others', async () => {
    const samples = await shownWith({ pending: 3, failed: 1, succeeded: 900 }, new Date(now - 90_000));
    expect(samples).toEqual({
      'deliveries{status="pending"}': 3,
      'deliveries{status="failed"}': 1,
      delivery_oldest_pending_seconds: 90,
    });
  });

  it('show an age of 0 if nothing is pending', async () => {
    expect(await shownWith({}, null)).toMatchObject({ delivery_oldest_pending_seconds: 0 });
  });

  it('show an age of 0 for a delivery that another clock puts into the future', async () => {
    expect(await shownWith({ pending: 1 }, new Date(now + 5_000))).toMatchObject({
      delivery_oldest_pending_seconds: 0,
    });
  });
});
