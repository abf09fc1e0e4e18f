import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';

import { eachDialect, haloAsSpecifiedEnv, itWhateverDialect, useDialect } from '../support/each-psa.js';
import { sampled } from '../support/sampled.js';
import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { startHaloSystem } from '../support/halo-system.js';
import { startSystemHere } from '../support/start-system-here.js';

let system: TestSystem;
let api: Caller;
let from = 10_200;

beforeAll(async () => {
  system = await startSystemHere({
    env: { PSA_RATE_LIMIT: '100000', BULK_LIMIT_PER_HOUR: '1000' },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
});

const places = {
  get: () => system,
  set: (other: TestSystem) => {
    system = other;
    api = callerOf(other);
  },
  openHalo: async () =>
    (await startHaloSystem({}, { ...haloAsSpecifiedEnv, BULK_LIMIT_PER_HOUR: '1000' })).system,
};

afterEach(() => {
  system.simulator.faults.clear();
  system.simulator.requests.clear();
});

/** Every kind of PSA gets its own people. */
let people = 0;

const person = (number: number) => flatLead(people + number);

const leads = (from: number, count: number, changes: (index: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({ ...person(from + index), ...changes(index) }));

/** How many tickets the PSA has for each of these emails. */
function ticketCounts(emails: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const ticket of system.simulator.tickets()) {
    counts.set(ticket.user_email, (counts.get(ticket.user_email) ?? 0) + 1);
  }
  return emails.map((email) => counts.get(email) ?? 0);
}

function psaCounts() {
  const { simulator } = system;
  return {
    clients: simulator.clients().length,
    sites: simulator.sites().length,
    users: simulator.users().length,
    tickets: simulator.tickets().length,
  };
}

describe.each(eachDialect)('POST /sync/leads/bulk, on the $name PSA', (kind) => {
  useDialect(kind, places);
  const itOfAll = itWhateverDialect(kind);
  beforeAll(() => {
    people += 100_000;
  });
  // Everything that grows with the number of leads is measured on one kind; the others only need enough of
  // them.
  const many = (count: number): number => (kind.name === 'usual' ? count : count / 5);

  itOfAll('responds with an outcome for every row, by index', async () => {
    const rows = leads(10_000, 6);
    const { status, body } = await api.importBulk([
      ...rows,
      { ...rows[0], title: 'Again' },
      { first_name: 'Nobody' },
      { email: 'not an address', company: 'X' },
      { ...person(10_006), phone: 'not a phone' },
    ]);

    expect(status).toBe(200);
    expect(body).toMatchObject({ total_processed: 10, successful: 7, failed: 3 });
    expect(body['results']).toHaveLength(7);
    expect(body['results']).toContainEqual(
      expect.objectContaining({ index: 9, result: 'created', warnings: [expect.stringContaining('phone')] }),
    );
    expect(body['errors']).toEqual([
      expect.objectContaining({ index: 6, error: 'Duplicate email address', code: 'DUPLICATE_IN_REQUEST' }),
      expect.objectContaining({ index: 7, error: 'Insufficient data for deduplication' }),
      expect.objectContaining({
        index: 8,
        error: 'Invalid email address',
        suggestion: 'Correct the email address, or omit it',
      }),
    ]);
  });

  itOfAll('lists an item that is no object with its index, and imports the others', async () => {
    const rows = leads(10_050, 2);
    const { status, body } = await api.importBulk([rows[0], null, 5, 'x', [], rows[1]]);

    expect(status).toBe(200);
    expect(body).toMatchObject({ total_processed: 6, successful: 2, failed: 4 });
    const noObject = { error: '"data" must be an object', code: 'VALIDATION_ERROR' };
    expect(body['errors']).toEqual(
      [1, 2, 3, 4].map((index) => expect.objectContaining({ index, ...noObject })),
    );
    expect(ticketCounts(rows.map(({ email }) => email))).toEqual([1, 1]);
  });

  itOfAll('stops at the first failing item where it is told to', async () => {
    const { body } = await api.importBulk([...leads(10_100, 2), { email: 'bad' }, ...leads(10_110, 2)], {
      batchOptions: { continue_on_error: false },
    });

    expect(body).toMatchObject({ total_processed: 5, successful: 2, failed: 3 });
    expect(body['errors']).toEqual([
      expect.objectContaining({ index: 2 }),
      expect.objectContaining({ index: 3, error: 'Not processed' }),
      expect.objectContaining({ index: 4, error: 'Not processed' }),
    ]);
  });

  // A PSA that creates a site for each client gets that one if it rejects ours.
  const ownSites = kind.dialect.clientSites === 'own' || kind.name === 'halopsa';

  it.each([
    ['client', { clients: 2, sites: 2, users: 2, tickets: 2 }, '/api/Client'],
    ...(ownSites ? [] : [['site', { clients: 3, sites: 2, users: 2, tickets: 2 }, '/api/Site'] as const]),
    ['contact', { clients: 3, sites: 3, users: 2, tickets: 2 }, '/api/Users'],
    ['ticket', { clients: 3, sites: 3, users: 3, tickets: 2 }, '/api/Tickets'],
  ])(
    'writes nothing for the rows after one whose %s the PSA rejects, if it should stop',
    async (entity, written, path) => {
      from += 10;
      const rows = leads(from, 6);
      const before = psaCounts();
      system.simulator.faults.set({ kind: 'error', status: 400, nth: 3, times: 9, method: 'POST', path });
      const { body } = await api.importBulk([...rows, { email: 'bad' }], {
        batchOptions: { continue_on_error: false },
      });

      expect(body).toMatchObject({ total_processed: 7, successful: 2, failed: 5 });
      expect(body['errors']).toEqual([
        expect.objectContaining({ index: 2, code: 'EXTERNAL_API_ERROR' }),
        ...[3, 4, 5, 6].map((index) => expect.objectContaining({ index, error: 'Not processed' })),
      ]);
      expect(ticketCounts(rows.map(({ email }) => email))).toEqual([1, 1, 0, 0, 0, 0]);
      const after = psaCounts();
      expect({
        entity,
        clients: after.clients - before.clients,
        sites: after.sites - before.sites,
        users: after.users - before.users,
        tickets: after.tickets - before.tickets,
      }).toEqual({ entity, ...written, ...(ownSites ? { sites: written.clients } : {}) });
    },
  );

  it('fills the requests for a list across batches, and adds every lead once', async () => {
    const rows = leads(10_500, many(250));
    const { body } = await api.importBulk(rows, { batchOptions: { batch_size: many(70) } });

    expect(body).toMatchObject({ successful: rows.length });
    const additions = system.simulator.requests
      .list()
      .filter(({ method, path }) => method === 'POST' && path.startsWith('/api/Lists/'));
    const byList = new Map<string, number>();
    additions.forEach(({ path }) => byList.set(path, (byList.get(path) ?? 0) + 1));
    if (kind.name === 'usual') {
      expect([...byList.values()]).toEqual([3, 3, 3, 3]);
    }
    const emails = new Set<unknown>(rows.map(({ email }) => email));
    for (const ticket of system.simulator.tickets().filter(({ user_email: email }) => emails.has(email))) {
      const names = system.simulator.listNames(ticket.id);
      expect([names.length, new Set(names).size]).toEqual([4, 4]);
    }
  });

  it('needs few requests for many leads, and no writes the second time', async () => {
    const rows = leads(11_000, many(300), (index) => ({ company: `Shared ${people}x${index % 10}` }));
    await api.importBulk(rows);
    const first = system.simulator.requests.total;
    expect(ticketCounts(rows.map(({ email }) => email)).every((count) => count === 1)).toBe(true);
    if (kind.name === 'usual') {
      expect(first).toBeLessThan(300 * 0.3);
    }

    system.simulator.requests.clear();
    const { body } = await api.importBulk(rows);
    expect(body['results']).toEqual(
      rows.map((_, index) => expect.objectContaining({ index, success: true, result: 'skipped' })),
    );
    expect(
      system.simulator.requests.list({ method: 'POST' }).filter(({ path }) => path.startsWith('/api')),
    ).toEqual([]);
  });

  const oddResponses = ['bulk_shuffled', 'bulk_short', 'bulk_doubled', 'bulk_partial'] as const;
  // The special responses of a HaloPSA are quirks with their own tests (`halopsa-imports`).
  const itOfSpec = kind.name === 'halopsa' ? it.skip : it;
  itOfSpec.each(sampled<(typeof oddResponses)[number]>(oddResponses, 2))(
    'gives every row its own outcome when responses are %s',
    async (kind) => {
      const from = { bulk_shuffled: 12_000, bulk_short: 12_100, bulk_doubled: 12_200, bulk_partial: 12_300 }[
        kind
      ];
      const rows = leads(from, 40);
      system.simulator.faults.set({ kind, times: 4 });

      const { body } = await api.importBulk(rows);

      expect(body['total_processed']).toBe(40);
      const results = body['results'] as { index: number; lead_id: number }[];
      const errors = body['errors'] as { index: number }[];
      expect([...results, ...errors].map(({ index }) => index).sort((a, b) => a - b)).toEqual(
        rows.map((_, index) => index),
      );
      const counts = ticketCounts(rows.map(({ email }) => email));
      expect(Math.max(...counts)).toBe(1);
      for (const { index } of results) {
        expect(counts[index]).toBe(1);
      }
      if (kind !== 'bulk_partial') {
        expect(body['successful']).toBe(40);
      }
    },
  );

  // A HaloPSA accepts only arrays, even for one entity.
  itOfSpec('serves a PSA singly that refuses arrays', async () => {
    system.simulator.faults.set({ kind: 'arrays_refused' });
    const rows = leads(13_000, 20);
    const { body } = await api.importBulk(rows);
    expect(body).toMatchObject({ successful: 20, failed: 0 });
    expect(ticketCounts(rows.map(({ email }) => email)).every((count) => count === 1)).toBe(true);
  });
});

describe('a running bulk import', () => {
  it('stops after the current batch when it is cancelled', async () => {
    system.simulator.faults.set({ kind: 'latency', milliseconds: 100 });
    const { body } = await api.importBulk(leads(16_000, 60), {
      batchOptions: { batch_size: 10 },
      headers: { prefer: 'respond-async' },
    });
    const jobId = String(body['job_id']);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const cancelled = await api.call('POST', `/jobs/${jobId}/cancel`);
    expect(cancelled.status).toBeLessThan(300);

    const job = await api.finished(jobId);
    const { successful } = job['progress'] as { successful: number };
    expect(successful).toBeLessThan(60);
    expect(successful % 10).toBe(0);
    const untouched = 60 - successful;
    expect(job).toMatchObject({
      status: 'cancelled',
      progress: { total: 60, processed: successful, failed: 0, not_processed: untouched },
      result: { total_processed: successful, successful, failed: 0 },
    });
    const { errors } = job['result'] as { errors: unknown[] };
    expect(errors).toHaveLength(untouched);
    expect(errors[0]).toMatchObject({ index: successful, error: 'Not processed', code: 'CANCELLED' });

    system.simulator.faults.clear();
    const retry = await api.call('POST', `/jobs/${jobId}/retry`, undefined, { prefer: 'respond-async' });
    const { result } = await api.finished(String(retry.body['job_id']));
    expect(result).toMatchObject({ total_processed: untouched, successful: untouched });
    expect((result as Record<string, unknown>)['results']).toContainEqual(
      expect.objectContaining({ index: 59, success: true }),
    );
  });

  it('creates one ticket per row however often its failed rows are retried, even without deduplication', async () => {
    const rows = leads((from += 100), 3);
    const emails = rows.map(({ email }) => email);
    const refused = { kind: 'error', status: 422, times: 99, method: 'POST', path: '/api/Tickets' } as const;
    const fault = system.simulator.faults.set(refused);
    const first = await api.call(
      'POST',
      '/sync/leads/bulk',
      { source: 'csv', leads: rows, options: { deduplication: false } },
      { prefer: 'wait=60' },
    );
    expect(first.body).toMatchObject({ total_processed: 3, failed: 3 });
    const { body } = await api.call('GET', '/jobs?type=bulk_import&limit=1');
    const jobId = (body['jobs'] as readonly { job_id: string }[])[0]?.job_id ?? '';
    const retry = (id: string) => api.call('POST', `/jobs/${id}/retry`, undefined, { prefer: 'wait=60' });
    const failedAgain = await retry(jobId);
    expect(failedAgain.body).toMatchObject({ total_processed: 3, failed: 3 });
    const childId = failedAgain.headers.get('x-job-id') ?? '';
    system.simulator.faults.clear(fault.id);

    const responses = await Promise.all([jobId, jobId, childId, childId].map(retry));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(ticketCounts(emails)).toEqual([1, 1, 1]);
    expect([(await retry(jobId)).status, (await retry(childId)).status]).toEqual([409, 409]);
    expect(ticketCounts(emails)).toEqual([1, 1, 1]);
  });

  it('keeps the given pace, waits for nothing after the last row, and is cancelled while it waits', async () => {
    const slow = { source: 'manual', batchOptions: { rate_limit: 10 } };
    const waited = { headers: { prefer: 'wait=40' } };
    const atOnce = await api.importBulk(leads(18_000, 10), { ...slow, ...waited });
    expect(atOnce).toMatchObject({ status: 200, body: { successful: 10 } });

    const { body } = await api.importBulk(leads(18_100, 30), {
      ...slow,
      headers: { prefer: 'respond-async' },
    });
    const jobId = String(body['job_id']);
    const progress = async () => (await api.call('GET', `/jobs/${jobId}`)).body['progress'];
    while (((await progress()) as { processed: number }).processed < 10) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // Two more batches would follow a minute apart.
    const cancelledAt = Date.now();
    await api.call('POST', `/jobs/${jobId}/cancel`);
    const job = await api.finished(jobId);
    expect(job).toMatchObject({
      status: 'cancelled',
      progress: { successful: 10, failed: 0, not_processed: 20 },
    });
    expect(Date.parse(String(job['finished_at'])) - cancelledAt).toBeLessThan(45_000);
    // Nothing was tried for the others, so they are no failures of the source.
    const { body: analytics } = await api.call('GET', '/analytics/sync?source=manual');
    expect(analytics).toMatchObject({ by_source: { manual: { leads: 20, success_rate: 1 } } });
  });
});
