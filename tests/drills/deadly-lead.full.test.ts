import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { diesOf, superviseUntilEnded } from '../support/dies-of.js';
import { startWorkerSystem, type WorkerSystem } from '../support/start-system-here.js';

const deadly = 'deadly@company.example.com';
const deadlyRow = 12;
const rows = 30;
const maxDeaths = 12;

let system: WorkerSystem;
let api: Caller;

beforeAll(async () => {
  system = await startWorkerSystem({
    env: { PSA_RATE_LIMIT: '100000', RATE_LIMIT_PER_HOUR: '100000' },
    simulator: { rateLimit: 0 },
    workerEnv: diesOf(deadly),
  });
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
});

it('a lead that crashes the worker every time is set aside, and all other leads are imported', async () => {
  const later = { headers: { prefer: 'respond-async' } };
  const leads = Array.from({ length: rows }, (_, index) =>
    flatLead(index, index === deadlyRow ? { email: deadly } : {}),
  );
  const accepted = await Promise.all([api.importBulk(leads, later), api.importLead(flatLead(100), later)]);
  const jobIds = accepted.map(({ body }) => String(body['job_id']));

  expect(await superviseUntilEnded(system, jobIds, maxDeaths)).toBeLessThan(maxDeaths);

  const [bulk, single] = await Promise.all(jobIds.map(async (jobId) => api.finished(jobId)));
  const message = expect.stringMatching(/^The worker process ended 4 times while it worked on this lead/u);
  expect(bulk).toMatchObject({
    status: 'completed',
    progress: { processed: rows, successful: rows - 1, failed: 1 },
    result: { errors: [{ index: deadlyRow, code: 'SET_ASIDE', error: message }] },
  });
  expect(single).toMatchObject({ status: 'completed' });
  expect(system.simulator.tickets()).toHaveLength(rows);
  await expect(api.call('GET', '/errors?code=SET_ASIDE')).resolves.toMatchObject({
    body: { errors: [{ level: 'error', details: { job_id: jobIds[0] } }] },
  });
});
