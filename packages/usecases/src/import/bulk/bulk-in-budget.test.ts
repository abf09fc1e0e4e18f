import { describe, expect, it } from '@jest/globals';

import { createRollingWindow } from '../../testing/rolling-window.js';
import { createBulkWorld } from '../testing/bulk-world.js';
import { alex, leadTicket } from '../testing/import-rows.js';
import { runBulkImport } from './bulk-import.js';

interface Given {
  readonly pages: number;
  readonly options: object;
  /** In a window; null if there is no limit. */
  readonly callsLeft: number | null;
}

/** How many calls an import of new leads makes, and how often it has to wait. */
async function importOf(leads: number, { pages, options, callsLeft }: Given) {
  const window = createRollingWindow(() => world.clock, callsLeft ?? 0);
  const world = createBulkWorld({
    pageRows: 2,
    ...(callsLeft === null ? {} : { takesSlot: window.takesSlot }),
  });
  const { psa, clock, deps, outcomesOf } = world;
  for (let index = 0; index < 2 * pages; index += 1) {
    const [email, clientName] = [`old${index}@example.net`, `Old ${index}`];
    psa.clients.set(700_000 + index, { id: 700_000 + index, name: clientName });
    psa.addUser({ id: 800_000 + index, email, clientName });
    psa.addTicket(leadTicket({ id: 900_000 + index, userId: 800_000 + index, email, clientName }));
  }
  const people = Array.from({ length: leads }, (_, index) => ({
    ...alex,
    ...{ email: `new${index}@example.com`, company: `Company ${index}` },
  }));
  const state = await world.begin(people, options);
  for (let waits = 0; ; waits += 1) {
    const result = await runBulkImport(deps, { jobId: state.job.jobId, lastAttempt: false });
    if (result.done || waits === 40) {
      const created = outcomesOf(state).filter((outcome) => outcome === 'created').length;
      return { created, calls: psa.calls.length, waits };
    }
    if (callsLeft === null) {
      clock.pass(result.continueAt - clock.now());
    } else {
      window.waitForFree();
    }
  }
}

describe('a bulk import without a mirror', () => {
  it.each([
    ['a window smaller than the lists', { pages: 200, options: {}, callsLeft: 500 }, 1_500, 3],
    ['that, in small batches', { pages: 200, options: { batch_size: 50 }, callsLeft: 500 }, 1_500, 3],
    ['a window that others use most of', { pages: 200, options: {}, callsLeft: 200 }, 1_900, 10],
    ['a rate limit', { pages: 50, options: { rate_limit: 40 }, callsLeft: null }, 900, 6],
  ])(
    'searches rather than reads what expires before it is used, under %s',
    async (_what, given, calls, waits) => {
      const result = await importOf(240, given);
      expect(result.created).toBe(240);
      expect(result.calls).toBeLessThanOrEqual(calls);
      expect(result.waits).toBeLessThanOrEqual(waits);
    },
  );
});
