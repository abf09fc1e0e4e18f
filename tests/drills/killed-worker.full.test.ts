import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';
import { producerConnection } from '@leadbridge/queue';

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
      // After Redis lost its data and a worker was killed, no slot is known to be free for this long.
      PSA_RATE_WINDOW_SECONDS: '5',
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

/** Kills the worker while the PSA holds its requests, and starts another. */
async function killWhileHeld(): Promise<void> {
  await system.simulator.faults.waitForHeld(1);
  const worker = system.workers[0];
  await worker?.kill('SIGKILL');
  system.simulator.faults.clear();
  await worker?.restart();
}

async function emptyRedis(): Promise<void> {
  const redis = producerConnection(system, silentLogger);
  await new Promise((resolve) => redis.once('ready', resolve));
  await redis.flushall();
  redis.disconnect();
}

describe('a worker killed with kill -9', () => {
  it('repeatedly loses nothing', async () => {
    number += 1;
    const lead = flatLead(number);
    system.simulator.faults.set({
      kind: 'hang',
      times: 1,
      method: 'POST',
      path: '/api/Client',
      when: 'after',
    });
    const { body } = await api.importLead(lead, { headers: { prefer: 'respond-async' } });
    for (const path of ['/api/Site', '/api/Tickets']) {
      await system.simulator.faults.waitForHeld(1);
      await system.workers[0]?.kill('SIGKILL');
      system.simulator.faults.clear();
      system.simulator.faults.set({ kind: 'hang', times: 1, method: 'POST', path, when: 'after' });
      await system.workers[0]?.restart();
    }
    await killWhileHeld();

    await expect(api.finished(String(body['job_id']))).resolves.toMatchObject({
      status: 'completed',
    });
    expect(system.simulator.tickets().filter((ticket) => ticket.user_email === lead.email)).toHaveLength(1);
  });

  it.each(['before', 'after'] as const)(
    'leaves a lead without deduplication one ticket of its own, killed %s it was created',
    async (when) => {
      const lead = flatLead((number += 1));
      const first = await api.importLead(lead);
      const hung = system.simulator.faults.held;
      system.simulator.faults.set({ kind: 'hang', times: 1, method: 'POST', path: '/api/Tickets', when });
      const { body } = await api.importLead(lead, {
        options: { deduplication: false },
        headers: { prefer: 'respond-async' },
      });
      await system.simulator.faults.waitForHeld(hung + 1);
      await killWhileHeld();

      const { result } = await api.finished(String(body['job_id']));
      const ids = system.simulator
        .tickets()
        .filter((ticket) => ticket.user_email === lead.email)
        .map(({ id }) => id);
      expect(ids).toHaveLength(2);
      expect(ids[0]).toBe(first.body['psa_ticket_id']);
      expect(result).toMatchObject({ result: 'created', psa_ticket_id: ids[1] });
    },
  );

  it('leaves no second ticket in a PSA that does not return the owners of its tickets', async () => {
    const leads = Array.from({ length: 30 }, () => flatLead((number += 1)));
    system.simulator.setDialect({ ticketPeople: false });
    system.simulator.faults.set({
      kind: 'hang',
      times: 1,
      method: 'POST',
      path: '/api/Tickets',
      when: 'after',
    });
    const { body } = await api.importBulk(leads, { headers: { prefer: 'respond-async' } });
    await killWhileHeld();
    const { result } = await api.finished(String(body['job_id']));

    system.simulator.setDialect({ ticketPeople: true });
    const { results } = result as { results: readonly { result: string }[] };
    expect(results.map((row) => row.result)).toEqual(leads.map(() => 'created'));
    leads.forEach((lead) => {
      expect(countsOf(system.simulator, lead)).toEqual(once);
    });
  });

  it('while its Redis is emptied loses nothing', async () => {
    number += 1;
    const lead = flatLead(number);
    system.simulator.faults.set({
      kind: 'hang',
      times: 1,
      method: 'POST',
      path: '/api/Tickets',
      when: 'after',
    });
    const { body } = await api.importLead(lead, { headers: { prefer: 'respond-async' } });
    await system.simulator.faults.waitForHeld(1);
    await system.workers[0]?.kill('SIGKILL');
    await emptyRedis();
    system.simulator.faults.clear();
    await system.workers[0]?.restart();

    await expect(api.finished(String(body['job_id']))).resolves.toMatchObject({
      status: 'completed',
    });
    expect(system.simulator.tickets().filter((ticket) => ticket.user_email === lead.email)).toHaveLength(1);
  });
});
