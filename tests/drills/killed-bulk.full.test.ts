import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { startWorkerSystem, type WorkerSystem } from '../support/start-system-here.js';

let system: WorkerSystem;
let api: Caller;

beforeAll(async () => {
  system = await startWorkerSystem({
    workers: 2,
    env: { PSA_RATE_LIMIT: '100000', BULK_LIMIT_PER_HOUR: '1000' },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
});

afterEach(() => {
  system.simulator.faults.clear();
});

const leads = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => flatLead(from + index));

/** How many tickets the PSA has for each of these emails. */
function ticketCounts(emails: readonly string[]): number[] {
  const addresses = system.simulator.tickets().map((ticket) => ticket.user_email);
  return emails.map((email) => addresses.filter((address) => address === email).length);
}

describe('a running bulk import', () => {
  it('is taken over by another worker if one freezes, and the frozen one does no harm when it wakes', async () => {
    const rows = leads(15_000, 200);
    system.simulator.faults.set({ kind: 'latency', milliseconds: 300 });
    const { body } = await api.importBulk(rows, {
      batchOptions: { batch_size: 20 },
      headers: { prefer: 'respond-async' },
    });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    system.workers[0]?.signal('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 14_000));
    system.simulator.faults.clear();
    system.workers[0]?.signal('SIGCONT');

    const job = await api.finished(String(body['job_id']));

    expect(job['progress']).toMatchObject({ processed: 200, successful: 200 });
    expect(ticketCounts(rows.map(({ email }) => email)).filter((count) => count !== 1)).toEqual([]);
  });

  it('completes what a killed worker had begun when it is cancelled', async () => {
    const rows = leads(17_000, 30);
    system.simulator.faults.set({
      kind: 'hang',
      times: 10,
      method: 'POST',
      path: '/api/Tickets',
      when: 'after',
    });
    const { body } = await api.importBulk(rows, {
      batchOptions: { batch_size: 10 },
      headers: { prefer: 'respond-async' },
    });
    const jobId = String(body['job_id']);
    await system.simulator.faults.waitForHeld(1);
    await Promise.all(system.workers.map(async (worker) => worker.kill('SIGKILL')));
    await api.call('POST', `/jobs/${jobId}/cancel`);
    system.simulator.faults.clear();
    await Promise.all(system.workers.map(async (worker) => worker.restart()));

    const job = await api.finished(jobId);
    const created = ticketCounts(rows.map(({ email }) => email)).filter((count) => count > 0);
    expect(created.length).toBeGreaterThan(0);
    const counts = { successful: created.length, failed: 0 };
    expect(job).toMatchObject({
      status: 'cancelled',
      result: { total_processed: created.length, ...counts },
    });
    expect(job['progress']).toMatchObject({ ...counts, not_processed: 30 - created.length });
  });
});
