import { describe, expect, it } from '@jest/globals';
import type { Remedy } from '@leadbridge/domain';

import { jobOf } from '../lifecycle/testing/records.js';
import { PsaBudgetError } from '../ports/psa-errors.js';
import { createRollingWindow } from '../testing/rolling-window.js';
import { takeRemedies } from './take-remedies.js';
import { createReconciliationWorld, findingOf, remedyJobId } from './testing/reconciliation-world.js';

/** A window of the budget of which others leave so many calls, and a PSA with pages of ten rows. */
function setUp(callsLeft: number) {
  const window = createRollingWindow(() => world.clock, callsLeft);
  const world = createReconciliationWorld({ takesSlot: window.takesSlot, pageRows: 10 });
  const take = async (remedy: Remedy): Promise<number> => {
    const job = jobOf('reconciliation_remedy', { reconciliation_id: 'rec_1', remedy }, remedyJobId);
    for (let windows = 1; windows < 40; windows += 1) {
      try {
        await takeRemedies(world.deps, job);
        return windows;
      } catch (error) {
        expect(error).toBeInstanceOf(PsaBudgetError);
        window.waitForFree();
      }
    }
    return Number.POSITIVE_INFINITY;
  };
  return { ...world, take };
}

describe('remedies in a window that is too small for them', () => {
  it.each([
    [1, 500],
    [40, 500],
    [40, 20],
  ])(
    'read the clients once for %d companies, of which %d calls a window are left',
    async (companies, calls) => {
      const { psa, pending, settled, aliases, take } = setUp(calls);
      for (let company = 0; company < companies; company += 1) {
        const ids = [0, 1].map(() => psa.addClient(`Company ${company}`).id);
        const details = { oldest_id: ids[0], entries: ids.map((id) => ({ id })) };
        pending.push(findingOf(null, { findingId: `fnd_${company}`, kind: 'duplicate_client', details }));
      }
      Array.from({ length: 600 }, (_, other) => psa.addClient(`Other ${other}`));
      expect(await take('alias')).toBe(1);
      expect([settled.size, aliases.length]).toEqual([companies, companies]);
      expect(psa.calls.length).toBe(Math.ceil((600 + 2 * companies) / 10));
    },
  );

  it('look for lost tickets again only where the window before ended', async () => {
    const { pending, settled, psa, linked, take } = setUp(20);
    for (let ticketId = 300; ticketId < 400; ticketId += 1) {
      pending.push(findingOf(ticketId, { kind: 'missing_ticket' }));
      linked.set(ticketId, 12);
    }
    expect(await take('forget')).toBe(5);
    expect([settled.size, psa.calls.length]).toEqual([100, 100]);
  });
});
