import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProcessSystem } from '@leadbridge/devkit';

import { callerOf, type Caller } from '../support/caller.js';
import { expectMostHold, peopleFrom, startPacedSystem, watchEstimates } from '../support/estimate-watch.js';

let system: ProcessSystem;
let api: Caller;

beforeAll(async () => {
  system = await startPacedSystem();
  api = callerOf(system);
});
afterAll(async () => {
  await system.stop();
});

async function importAndWatch(leads: readonly object[]) {
  const { body } = await api.importBulk(leads, {
    headers: { prefer: 'respond-async' },
    batchOptions: { batch_size: 20 },
  });
  return await watchEstimates(system, String(body['job_id']));
}

describe('`estimated_finish_at` on short windows of the budget', () => {
  const known = peopleFrom(1_000, 140);

  beforeAll(async () => {
    const { body } = await api.importBulk(known, { headers: { prefer: 'respond-async' } });
    const { status } = await api.finished(String(body['job_id']));
    expect(status).toBe('completed');
  });

  it('holds in three of four samples of an import alone', async () => {
    await expectMostHold(0.75, (attempt) =>
      importAndWatch(known.map((lead) => ({ ...lead, headcount: 9_999 + attempt }))),
    );
  });

  // Which of two windows serves the last calls of an import is decided by the order in which those of all imports arrive.
  it('holds in most samples of an import beside others', async () => {
    await expectMostHold(0.5, async (attempt) => {
      const together = await Promise.all([
        importAndWatch(known.slice(0, 90).map((lead) => ({ ...lead, headcount: 300 + attempt }))),
        importAndWatch(peopleFrom(3_000 + 100 * attempt, 90)),
      ]);
      return together.flat();
    });
  });
});
