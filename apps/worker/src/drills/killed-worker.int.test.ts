import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, type TestSystem } from '@leadbridge/devkit';
import { silentLogger } from '@leadbridge/platform';
import { producerConnection } from '@leadbridge/queue';
import { connectMongo } from '@leadbridge/store';

import { callerOf, flatLead, type Caller } from './testing/caller.js';

let system: TestSystem;
let api: Caller;
let number = 500;

beforeAll(async () => {
  system = await startSystem({
    env: {
      PSA_RATE_LIMIT: '100000',
      // After Redis lost its data and a worker was killed, no slot is known to be free for this long.
      PSA_RATE_WINDOW_SECONDS: '5',
      PSA_TIMEOUT_SECONDS: '600',
      WORKER_CONCURRENCY: '100',
      // A dozen jobs are polled ten times a second.
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

/** Counts everything that the PSA has for one lead. */
function counts(lead: Lead): Record<string, number> {
  const { simulator } = system;
  const tickets = simulator.tickets().filter((ticket) => ticket.user_email === lead.email);
  const lists = simulator.listNames(tickets[0]?.id ?? 0);
  return {
    clients: simulator.clients().filter(({ name }) => name === lead.company).length,
    users: simulator.users().filter((user) => user.emailaddress === lead.email).length,
    tickets: tickets.length,
    lists: lists.length,
    distinctLists: new Set(lists).size,
  };
}

const once = { clients: 1, users: 1, tickets: 1, lists: 4, distinctLists: 4 };

/** Kills the worker while the PSA holds its requests, and starts another. */
async function killWhileHeld(): Promise<void> {
  await system.simulator.faults.waitForHeld(1);
  const worker = system.workers[0];
  await worker?.kill('SIGKILL');
  system.simulator.faults.clear();
  await worker?.restart();
}

/** Intents of creations; each interrupted run has left one of its own. */
async function creationsLeft(): Promise<number> {
  const connection = await connectMongo(system.mongodbUri);
  try {
    return await connection.collection('creations').countDocuments();
  } finally {
    await connection.close();
  }
}

async function emptyRedis(): Promise<void> {
  const redis = producerConnection(system, silentLogger);
  await new Promise((resolve) => redis.once('ready', resolve));
  await redis.flushall();
  redis.disconnect();
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
      expect({ moment, ...counts(lead) }).toEqual({ moment, ...once });
      if (isUpdate) {
        const [ticket] = system.simulator.tickets().filter(({ user_email: email }) => email === lead.email);
        expect({ moment, notes: system.simulator.actions(ticket?.id).length }).toEqual({ moment, notes: 1 });
      }
    });
  });

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
    await expect(creationsLeft()).resolves.toBe(0);
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
    system.simulator.faults.set({ ...creating[5], kind: 'hang', times: 1 });
    const { body } = await api.importBulk(leads, { headers: { prefer: 'respond-async' } });
    await killWhileHeld();
    const { result } = await api.finished(String(body['job_id']));

    system.simulator.setDialect({ ticketPeople: true });
    const { results } = result as { results: readonly { result: string }[] };
    expect(results.map((row) => row.result)).toEqual(leads.map(() => 'created'));
    leads.forEach((lead) => {
      expect(counts(lead)).toEqual(once);
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
