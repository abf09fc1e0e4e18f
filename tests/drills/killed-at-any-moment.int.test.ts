import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { countsOf, once } from '../support/lead-counts.js';
import { startWorkerSystem, type WorkerSystem } from '../support/start-system-here.js';

let system: WorkerSystem;
let api: Caller;
let number = 500;

beforeAll(async () => {
  system = await startWorkerSystem({
    env: {
      PSA_RATE_LIMIT: '100000',
      PSA_TIMEOUT_SECONDS: '600',
      WORKER_CONCURRENCY: '100',
      // A dozen jobs are polled all the time.
      RATE_LIMIT_PER_HOUR: '100000',
    },
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

const creating = [
  { method: 'GET', path: '/api/Tickets', when: 'before' },
  { method: 'POST', path: '/api/Client', when: 'after' },
  { method: 'POST', path: '/api/Site', when: 'after' },
  { method: 'POST', path: '/api/Users', when: 'after' },
  { method: 'POST', path: '/api/Tickets', when: 'before' },
  { method: 'POST', path: '/api/Tickets', when: 'after' },
  { method: 'POST', path: '/api/Lists/*', when: 'after' },
] as const;

const updating = [
  { method: 'PUT', path: '/api/Tickets/*', when: 'after' },
  { method: 'POST', path: '/api/Actions', when: 'after' },
] as const;

type Moment = (typeof creating)[number] | (typeof updating)[number];
type Lead = ReturnType<typeof flatLead>;

/** Imports a lead whose request at that step the PSA holds; returns its job. */
async function holdImport(lead: object, moment: Moment): Promise<string> {
  const held = system.simulator.faults.held;
  system.simulator.faults.set({ kind: 'hang', times: 1, ...moment });
  const { body } = await api.importLead({ ...lead }, { headers: { prefer: 'respond-async' } });
  await system.simulator.faults.waitForHeld(held + 1);
  return String(body['job_id']);
}

/** Kills the worker while the PSA holds its requests, and starts another. */
async function killWhileHeld(): Promise<void> {
  await system.simulator.faults.waitForHeld(1);
  const worker = system.workers[0];
  await worker?.kill('SIGKILL');
  system.simulator.faults.clear();
  await worker?.restart();
}

describe('a worker killed with kill -9', () => {
  it('at any moment leaves jobs that another finishes, with one of everything', async () => {
    const imports: { lead: Lead; moment: Moment; jobId: string }[] = [];
    for (const moment of updating) {
      const lead = flatLead((number += 1));
      await api.importLead(lead);
      imports.push({ lead, moment, jobId: await holdImport({ ...lead, headcount: 4_000 }, moment) });
    }
    for (const moment of creating) {
      const lead = flatLead((number += 1));
      imports.push({ lead, moment, jobId: await holdImport(lead, moment) });
    }

    await killWhileHeld();
    const jobs = await Promise.all(imports.map(async ({ jobId }) => api.finished(jobId)));

    jobs.forEach((job, index) => {
      const { lead, moment } = imports[index] as (typeof imports)[number];
      const isUpdate = index < updating.length;
      expect({ moment, status: job['status'], result: (job['result'] as { result: string }).result }).toEqual(
        {
          moment,
          status: 'completed',
          result: isUpdate ? 'updated' : 'created',
        },
      );
      expect({ moment, ...countsOf(system.simulator, lead) }).toEqual({ moment, ...once });
      if (isUpdate) {
        const [ticket] = system.simulator.tickets().filter(({ user_email: email }) => email === lead.email);
        expect({ moment, notes: system.simulator.actions(ticket?.id).length }).toEqual({ moment, notes: 1 });
      }
    });
  });
});
