import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, type TestSystem } from '@leadbridge/devkit';
import { silentLogger } from '@leadbridge/platform';
import { producerConnection } from '@leadbridge/queue';

import { callerOf, flatLead, type Caller } from './testing/caller.js';

let system: TestSystem;
let api: Caller;
let number = 500;

beforeAll(async () => {
  system = await startSystem({ env: { PSA_RATE_LIMIT: '100000' }, simulator: { rateLimit: 0 } });
  api = callerOf(system);
}, 120_000);

afterAll(async () => {
  await system.stop();
}, 60_000);

afterEach(() => {
  system.simulator.faults.clear();
});

const moments = [
  { method: 'GET', path: '/api/Tickets', when: 'before' },
  { method: 'POST', path: '/api/Client', when: 'after' },
  { method: 'POST', path: '/api/Site', when: 'after' },
  { method: 'POST', path: '/api/Users', when: 'after' },
  { method: 'POST', path: '/api/Tickets', when: 'before' },
  { method: 'POST', path: '/api/Tickets', when: 'after' },
  { method: 'POST', path: '/api/Lists/*', when: 'after' },
] as const;

/** Kills the worker while the PSA holds its request, and starts another. */
async function killWhileHeld(): Promise<void> {
  await system.simulator.faults.waitForHeld(1, 15_000);
  const worker = system.workers[0];
  await worker?.kill('SIGKILL');
  system.simulator.faults.clear();
  await worker?.restart();
}

async function emptyRedis(): Promise<void> {
  const redis = producerConnection(system.redisUrl, silentLogger);
  await new Promise((resolve) => redis.once('ready', resolve));
  await redis.flushall();
  redis.disconnect();
}

describe('a worker killed with kill -9', () => {
  it.each(moments)('at $method $path ($when) leaves a job that another finishes', async (moment) => {
    number += 1;
    const lead = flatLead(number);
    system.simulator.faults.set({ kind: 'hang', times: 1, ...moment });
    const { body } = await api.importLead(lead, { headers: { prefer: 'respond-async' } });

    await killWhileHeld();
    const job = await api.finished(String(body['job_id']), 20_000);

    expect(job).toMatchObject({ status: 'completed', result: { result: 'created' } });
    const { simulator } = system;
    const tickets = simulator.tickets().filter((ticket) => ticket.user_email === lead.email);
    expect(tickets).toHaveLength(1);
    expect(simulator.users().filter((user) => user.emailaddress === lead.email)).toHaveLength(1);
    expect(simulator.clients().filter(({ name }) => name === lead.company)).toHaveLength(1);
    const lists = simulator.listNames(tickets[0]?.id ?? 0);
    expect(lists).toHaveLength(4);
    expect(new Set(lists).size).toBe(4);
  });

  it.each([
    { method: 'PUT', path: '/api/Tickets/*', when: 'after' },
    { method: 'POST', path: '/api/Actions', when: 'after' },
  ] as const)('at $method $path ($when) leaves one update with one note', async (moment) => {
    number += 1;
    const lead = flatLead(number);
    const created = await api.importLead(lead);
    system.simulator.faults.set({ kind: 'hang', times: 1, ...moment });
    const { body } = await api.importLead(
      { ...lead, headcount: 4_000 },
      { headers: { prefer: 'respond-async' } },
    );

    await killWhileHeld();
    const job = await api.finished(String(body['job_id']), 20_000);

    expect(job).toMatchObject({ status: 'completed', result: { result: 'updated' } });
    expect(system.simulator.actions(Number(created.body['psa_ticket_id']))).toHaveLength(1);
  });

  it('again and again loses nothing', async () => {
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
      await system.simulator.faults.waitForHeld(1, 20_000);
      await system.workers[0]?.kill('SIGKILL');
      system.simulator.faults.clear();
      system.simulator.faults.set({ kind: 'hang', times: 1, method: 'POST', path, when: 'after' });
      await system.workers[0]?.restart();
    }
    await killWhileHeld();

    await expect(api.finished(String(body['job_id']), 20_000)).resolves.toMatchObject({
      status: 'completed',
    });
    expect(system.simulator.tickets().filter((ticket) => ticket.user_email === lead.email)).toHaveLength(1);
  }, 120_000);

  it('with its Redis emptied beside it loses nothing', async () => {
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
    await system.simulator.faults.waitForHeld(1, 15_000);
    await system.workers[0]?.kill('SIGKILL');
    await emptyRedis();
    system.simulator.faults.clear();
    await system.workers[0]?.restart();

    await expect(api.finished(String(body['job_id']), 60_000)).resolves.toMatchObject({
      status: 'completed',
    });
    expect(system.simulator.tickets().filter((ticket) => ticket.user_email === lead.email)).toHaveLength(1);
  }, 120_000);
});
