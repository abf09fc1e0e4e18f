import { describe, expect, it } from '@jest/globals';

import type { Suppression } from '../ports/suppression.js';
import { RecordBusyError } from '../work/record-busy-error.js';
import { eraseSuppressions } from './erase-suppressions.js';
import { createErasureWorld, erasureAt } from './testing/erasure-world.js';

const soon = '2026-01-31T09:30:00.000Z';
const past = '2026-01-31T08:30:00.000Z';

function setUp(...suppressions: readonly Partial<Suppression>[]) {
  const world = createErasureWorld({ suppressions });
  return { ...world, erase: async () => eraseSuppressions(erasureAt('suppressions'), world.context()) };
}

describe('an opt-out of the person', () => {
  it.each<[string, Partial<Suppression>]>([
    ['is still to be told to its provider', { pushAt: soon, status: 'pending' }],
    ['is still to be written to its ticket', { ticketAt: soon }],
    ['still looks for other leads of the person', { propagateAt: past }],
    ['has failed, and will be tried again', { pushAt: soon, status: 'failed' }],
  ])('is waited for where it %s, which the job shows', async (_what, given) => {
    const { erase, state, clock } = setUp({ provider: 'apollo', ...given });
    expect(await erase()).toEqual({ outcome: { kind: 'waiting', continueAt: clock.now() + 2_000 } });
    expect(state.finished).toBeNull();
    expect(state.waiting).toMatchObject([{ suppressionId: 'sup_1', provider: 'apollo' }]);
  });

  it.each<[string, Partial<Suppression>]>([
    ['is settled', {}],
    ['has a provider that nobody can tell', { pushAt: soon, status: 'failed', statusReason: 'No list' }],
    ['looks once more later on, which finds nobody then', { propagateAt: soon }],
  ])('goes where it %s', async (_what, given) => {
    const { erase, state } = setUp(given);
    expect(await erase()).toEqual({ outcome: { kind: 'recorded' } });
    expect(state.finished).toMatchObject({
      suppressionIds: ['sup_1'],
      erasure: { optedOut: true },
      audit: { action: 'erasure.completed', target: { id: 'job_erasure' } },
    });
    expect(state.ended).toMatchObject([
      { status: 'completed', result: { optedOut: true, erased: { suppressions: 1, suppressed_keys: 4 } } },
    ]);
  });

  it.each([
    ['a worker that processes it', 'suppression:sup_1'],
    ['an import of the person', 'email:alex@example.com'],
  ])('is not taken from %s', async (_what, key) => {
    const { erase, state, claims } = setUp({});
    claims.holders.set(key, 'another');
    await expect(erase()).rejects.toThrow(RecordBusyError);
    expect(state.finished).toBeNull();
  });

  it('is nothing to one of somebody else', async () => {
    const { erase, state } = setUp({ leadId: 8, pushAt: soon });
    expect(await erase()).toEqual({ outcome: { kind: 'recorded' } });
    expect(state.finished).toMatchObject({ suppressionIds: [], erasure: { optedOut: false } });
  });
});
