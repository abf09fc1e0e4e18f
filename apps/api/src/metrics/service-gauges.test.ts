import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';

import { createServiceGauges, type GivenFigures } from './service-gauges.js';
import { clockAt, samplesOf, unusedBudget } from './testing/shown.js';

const now = Date.parse('2026-01-31T09:00:00.000Z');
const figures: GivenFigures = {
  clock: clockAt(now),
  queues: {} as GivenFigures['queues'],
  psaBudget: () => Promise.resolve(unusedBudget),
  countPutBack: () => Promise.resolve(new Map()),
  dispatchMonitor: { read: () => Promise.resolve({ oldestWaitingSeconds: 0, isStalled: false }) },
  workers: () => Promise.resolve({ alive: 1, lastSeenAt: null, psaFailure: null, psaWriteCheck: null }),
  mirror: {
    states: () => Promise.resolve([]),
    counts: () => Promise.resolve({ documents: 0, oldestObservedAt: null }),
  },
  reconciliations: { lastFinished: () => Promise.resolve(null) },
  countDeliveries: () => Promise.resolve(new Map([['pending', 5]])),
  oldestPendingDelivery: () => Promise.resolve(null),
  optOuts: { list: () => Promise.resolve({ items: [], total: 0, next: null }) },
  oldestOptOut: () => Promise.resolve(null),
};

describe('the metrics of the service', () => {
  it('report every part as read', async () => {
    const registry = new Registry();
    await createServiceGauges(registry, figures)();
    const samples = samplesOf(await registry.metrics());
    const parts = Object.entries(samples).filter(([name]) => name.startsWith('metrics_part_up'));
    expect(parts).toHaveLength(9);
    expect(parts.every(([, value]) => value === 1)).toBe(true);
  });

  it('have none of the mirror where there is no mirror', async () => {
    const registry = new Registry();
    await createServiceGauges(registry, { ...figures, mirror: null })();
    expect(await registry.metrics()).not.toContain('psa_mirror');
  });

  it('omit a part that cannot be read instead of repeating its last values, and keep the others', async () => {
    const registry = new Registry();
    let isAway = false;
    const update = createServiceGauges(registry, {
      ...figures,
      countDeliveries: (statuses) =>
        isAway ? Promise.reject(new Error('MongoDB is away')) : figures.countDeliveries(statuses),
      workers: () => (isAway ? Promise.resolve(null) : figures.workers()),
    });
    await update();
    expect(samplesOf(await registry.metrics())).toMatchObject({
      'deliveries{status="pending"}': 5,
      workers: 1,
      'metrics_part_up{part="deliveries"}': 1,
    });

    isAway = true;
    await update();
    const samples = samplesOf(await registry.metrics());
    expect(samples).toMatchObject({
      'metrics_part_up{part="deliveries"}': 0,
      'metrics_part_up{part="workers"}': 0,
      'metrics_part_up{part="psa_budget"}': 1,
      psa_budget_limit: 500,
    });
    expect(Object.keys(samples).filter((name) => /^(deliver|workers?$|psa_failing)/u.test(name))).toEqual([]);

    isAway = false;
    await update();
    expect(samplesOf(await registry.metrics())).toMatchObject({
      'deliveries{status="pending"}': 5,
      workers: 1,
    });
  });
});
