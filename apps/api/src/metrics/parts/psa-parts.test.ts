import { describe, expect, it } from '@jest/globals';
import type { MirrorCounts, MirrorState } from '@leadbridge/usecases';

import { clockAt, shownPart, unusedBudget } from '../testing/shown.js';
import { budgetPart, mirrorPart } from './psa-parts.js';

const budget = {
  ...unusedBudget,
  used: 120,
  free: 380,
  freeFor: { ...unusedBudget.freeFor, opt_out: 380, bulk: 30 },
  waiting: { ...unusedBudget.waiting, bulk: 4 },
  usedBy: { ...unusedBudget.usedBy, bulk: 100, others: 20 },
};

describe('the metrics of the PSA budget', () => {
  it('show what is used, by whom, and what is free and waiting for each priority', async () => {
    const samples = await shownPart((registry) => budgetPart(registry, () => Promise.resolve(budget))).read();
    expect(samples).toMatchObject({
      psa_budget_limit: 500,
      psa_budget_left: 380,
      psa_budget_window_seconds: 300,
      'psa_budget_used{priority="bulk"}': 100,
      'psa_budget_used{priority="others"}': 20,
      'psa_budget_free{priority="opt_out"}': 380,
      'psa_budget_free{priority="mirror"}': 0,
      'psa_budget_waiting{priority="bulk"}': 4,
    });
  });

  it('follow a limit that the PSA has lowered', async () => {
    let limit = 500;
    const shown = shownPart((registry) => budgetPart(registry, () => Promise.resolve({ ...budget, limit })));
    await shown.read();
    limit = 60;
    expect(await shown.read()).toMatchObject({ psa_budget_limit: 60 });
  });

  it('cannot be read while Redis is unavailable', async () => {
    const shown = shownPart((registry) =>
      budgetPart(registry, () => Promise.reject(new Error('Redis is away'))),
    );
    await expect(shown.read()).rejects.toThrow('Redis is away');
  });
});

const now = Date.parse('2026-01-31T09:00:00.000Z');
const round = { startedAt: now - 60_000, finishedAt: now - 30_000 } as unknown as MirrorState['complete'];

const stateOf = (kind: MirrorState['kind'], changes: Partial<MirrorState> = {}): MirrorState => ({
  kind,
  version: 1,
  origin: 'https://psa.example',
  order: 'newest_first',
  scan: null,
  complete: round,
  missing: 0,
  unseen: 0,
  watermark: 100,
  nextWatermark: { id: 100, at: now, page: 1 },
  lastPage: 1,
  deltaAt: now,
  deltaScans: 7,
  demandedSince: null,
  rebuildJobId: null,
  ...changes,
});

const shownWith = (states: readonly MirrorState[], counts: Partial<Record<string, MirrorCounts>>) =>
  shownPart((registry) =>
    mirrorPart(registry, {
      clock: clockAt(now),
      mirror: {
        states: () => Promise.resolve(states),
        counts: (kind) => Promise.resolve(counts[kind] ?? { documents: 0, oldestObservedAt: null }),
      },
    }),
  ).read();

describe('the metrics of the mirror', () => {
  it('show the documents of each kind, whether it is complete, and how old the oldest is', async () => {
    const samples = await shownWith(
      [stateOf('tickets'), stateOf('clients', { complete: null, missing: 4_249, unseen: 1 })],
      {
        tickets: { documents: 25, oldestObservedAt: now - 120_000 },
        clients: { documents: 4, oldestObservedAt: now - 1_000 },
      },
    );
    expect(samples).toEqual({
      'psa_mirror_documents{kind="tickets"}': 25,
      'psa_mirror_documents{kind="clients"}': 4,
      'psa_mirror_complete{kind="tickets"}': 1,
      'psa_mirror_complete{kind="clients"}': 0,
      'psa_mirror_missing{kind="tickets"}': 0,
      'psa_mirror_missing{kind="clients"}': 4_250,
      'psa_mirror_oldest_seconds{kind="tickets"}': 120,
      'psa_mirror_oldest_seconds{kind="clients"}': 1,
      'psa_mirror_delta_scans{kind="tickets"}': 7,
      'psa_mirror_delta_scans{kind="clients"}': 7,
    });
  });

  it.each([
    ['that is empty', {}, null],
    [
      'of a PSA without a known order, because the mirror then decides nothing',
      { order: 'unknown' },
      now - 9,
    ],
    ['that was observed in the future of this clock', {}, now + 9_000],
  ] as const)('show an age of 0 for a kind %s', async (_, changes, oldestObservedAt) => {
    const samples = await shownWith([stateOf('contacts', changes)], {
      contacts: { documents: 1, oldestObservedAt },
    });
    expect(samples['psa_mirror_oldest_seconds{kind="contacts"}']).toBe(0);
  });

  it('show nothing without a mirror', async () => {
    expect(await shownWith([], {})).toEqual({});
  });
});
