import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ProcessSystem } from '@leadbridge/devkit';

import { callerOf } from '../support/caller.js';
import { expectMostHold, peopleFrom, startPacedSystem, watchEstimates } from '../support/estimate-watch.js';

let system: ProcessSystem;

beforeAll(async () => {
  system = await startPacedSystem();
});
afterAll(async () => {
  await system.stop();
});

it('`estimated_finish_at` of an undo holds in three of four samples from a quarter of its way on', async () => {
  const api = callerOf(system);
  await expectMostHold(0.75, async (attempt) => {
    const leads = peopleFrom(5_000 + 100 * attempt, 40);
    const { body } = await api.importBulk(leads, { headers: { prefer: 'respond-async' } });
    const importId = String(body['job_id']);
    expect((await api.finished(importId))['status']).toBe('completed');
    const { body: accepted } = await api.call('POST', `/jobs/${importId}/undo`, {});
    const samples = await watchEstimates(system, String(accepted['job_id']));
    return samples.slice(Math.ceil(samples.length / 4));
  });
});
