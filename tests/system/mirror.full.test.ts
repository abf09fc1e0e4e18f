import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { sampled } from '../support/sampled.js';
import { openImportHarness, type ImportHarness } from '../support/import-harness.js';
import { flatLead } from '../support/caller.js';

const none = () => ({});
let harness: ImportHarness;
let number = 0;
let origin = '';

beforeAll(async () => {
  harness = await openImportHarness();
});

afterAll(async () => {
  await harness.close();
});

afterEach(() => {
  harness.simulator.faults.clear();
  harness.simulator.setKind('usual');
});

/** People that no system knows yet. */
function people(count: number): ReturnType<typeof flatLead>[] {
  number += 1_000;
  return Array.from({ length: count }, (_, index) => flatLead(number + index, { title: null, phone: null }));
}

function seed(leads: readonly ReturnType<typeof flatLead>[]): number[] {
  return leads.map(({ first_name: firstname, last_name: surname, email, company }) =>
    harness.simulator.seedTicket({ emailaddress: email, firstname, surname, company }),
  );
}

/** Starts a mirror of the PSA's current state. */
async function mirrorAll(): Promise<void> {
  origin = `psa ${number}`;
  await harness.fillMirror(origin);
}

async function importBulk(leads: readonly object[], options: Record<string, unknown> = {}) {
  const worker = harness.worker(none, origin);
  harness.simulator.requests.clear();
  const jobId = await harness.bulkJob(leads, options);
  await worker.finishBulk(jobId);
  const rows = await harness.mongo.collection('job_rows').find({ jobId }).sort({ index: 1 }).toArray();
  return {
    results: rows.map((row) => String(row['result'])),
    requests: harness.simulator.requests.total,
    summary: harness.simulator.requests.summary(),
  };
}

const deltaScans = async () => (await harness.mirror.state('tickets')).deltaScans;

const ticketsOf = (email: unknown) =>
  harness.simulator.tickets().filter((ticket) => ticket.user_email === email);

function expectOneTicketEach(leads: readonly ReturnType<typeof flatLead>[]): void {
  const counts = new Map<string, number>();
  harness.simulator
    .tickets()
    .forEach(({ user_email: email }) => counts.set(email, (counts.get(email) ?? 0) + 1));
  const wrong = leads
    .map(({ email }) => [email, counts.get(String(email)) ?? 0])
    .filter(([, count]) => count !== 1);
  expect(wrong).toEqual([]);
}

describe('a bulk import with a complete mirror', () => {
  it('reads only what is new, whatever the PSA has', async () => {
    seed(people(350));
    await mirrorAll();
    const leads = people(100);
    const created = await importBulk(leads);
    expect(new Set(created.results)).toEqual(new Set(['created']));
    // The newest page of three lists, which may be full, plus a page for each kind of write.
    const lists = ['GET /api/Tickets', 'GET /api/Users', 'GET /api/Client'];
    expect(lists.map((list) => (created.summary[list] ?? 0) <= 2)).toEqual([true, true, true]);

    const unchanged = await importBulk(leads);
    expect(new Set(unchanged.results)).toEqual(new Set(['skipped']));
    expect(unchanged.requests).toBeLessThanOrEqual(8);
    expectOneTicketEach(leads);
  });

  it('overwrites nothing that people have changed since it was mirrored', async () => {
    const leads = people(30);
    const ids = seed(leads);
    await mirrorAll();
    const [moved = 0, promoted = 0, edited = 0] = ids;
    harness.simulator.actAsAgent(moved, { status_id: 3 });
    harness.simulator.actAsAgent(promoted, { tickettype_id: 2, status_id: 10 });
    harness.simulator.actAsAgent(edited, {
      customfields: { 102: 'Written by hand, at length, about all that they do' },
    });
    const { results } = await importBulk(leads.map((lead) => ({ ...lead, services_offered: 'Cloud' })));
    expect(results.slice(0, 2)).toEqual(['preserved', 'preserved']);
    expect(new Set(results.slice(2))).toEqual(new Set(['updated']));
    expect(harness.simulator.ticket(moved)?.status_id).toBe(3);
    expect(harness.simulator.ticket(edited)?.customfields[102]).toContain('Written by hand');
    const written = harness.simulator.requests.list({ method: 'PUT' }).map(({ path }) => path);
    expect(written.filter((path) => path.endsWith(`/${moved}`) || path.endsWith(`/${promoted}`))).toEqual([]);
    expectOneTicketEach(leads);
  });

  it('sees what people have created since, even after many of its own', async () => {
    const before = people(120);
    seed(before);
    await mirrorAll();
    const own = people(150);
    const [byHand, later] = [people(1), people(25)];
    await importBulk(own.slice(0, 75));
    seed(byHand);
    await importBulk(own.slice(75));
    const { results } = await importBulk([...byHand, ...later]);
    expect(results[0]).not.toBe('created');
    expectOneTicketEach([...before, ...own, ...byHand, ...later]);
  });

  it('looks up live what happened to a mirrored contact in the PSA, once it is rejected', async () => {
    const leads = people(25);
    const contact = harness.simulator.seedContact({ emailaddress: String(leads[0]?.email), company: 'Gone' });
    await mirrorAll();
    harness.simulator.faults.set({
      kind: 'error',
      status: 400,
      times: 1,
      method: 'POST',
      path: '/api/Tickets',
    });
    const { results } = await importBulk(leads);
    expect(results.filter((result) => result === 'created').length).toBeGreaterThanOrEqual(24);
    expect(ticketsOf(leads[0]?.email)).toHaveLength(1);
    expect(ticketsOf(leads[0]?.email)[0]?.user_id).toBe(contact.user_id);
  });

  it('reads a ticket whose fields no list shows, and searches for no known person', async () => {
    // With the remains of earlier tests there are more pages than leads, so that without the mirror each
    // would be searched for.
    harness.simulator.setDialect({ customFieldsInLists: false, pageCap: 25 });
    const leads = people(21);
    seed(leads);
    await mirrorAll();
    const { results, summary } = await importBulk(leads.map((lead) => ({ ...lead, headcount: 5_000 })));
    expect(new Set(results)).toEqual(new Set(['updated']));
    expect(summary['GET /api/Tickets']).toBeLessThanOrEqual(12);
  });

  it('reads everything live if it should verify, has few rows, or has no usable mirror', async () => {
    const leads = people(24);
    seed(leads);
    await mirrorAll();
    const before = await deltaScans();
    const deltas = async () => (await deltaScans()) - before;
    await importBulk(leads, { verify: true });
    await importBulk(leads.slice(0, 20));
    await harness.mirror.saveState({ ...(await harness.mirror.state('contacts')), order: 'unknown' });
    await importBulk(leads);
    expect(await deltas()).toBe(0);
    await harness.mirror.saveState({ ...(await harness.mirror.state('contacts')), order: 'oldest_first' });
    const { results } = await importBulk(leads);
    expect(await deltas()).toBe(1);
    expect(new Set(results)).toEqual(new Set(['skipped']));
  });
});

describe('a PSA with unusual responses', () => {
  const switches = [
    ['shows the newest first', { order: 'newest_first' }],
    ['shows no order', { order: 'none' }],
    ['shows an order of its own', { order: 'arbitrary' }],
    ['counts nothing', { recordCount: false }],
    ['counts the page', { countedRows: 'page' }],
    ['counts what it hides', { countedRows: 'hidden_too' }],
    ['ignores pages', { paging: 'ignored' }],
    [
      'has small pages, newest first, and counts nothing',
      { pageCap: 20, recordCount: false, order: 'newest_first' },
    ],
    ['has small pages', { pageCap: 20 }],
    ['sends bare lists', { lists: 'bare' }],
    ['wraps what is read', { reads: 'wrapped', writes: 'envelope' }],
    ['does not tell whose tickets are', { ticketPeople: false }],
    ['finds late', { searchLagMilliseconds: 150 }],
    ['shows no fields in lists', { customFieldsInLists: false }],
    ['sends other tickets along', { ignoredFilters: ['tickettype_id'] }],
  ] as const;
  it.each(sampled<(typeof switches)[number]>(switches, 5))(
    'has one ticket per person: it %s',
    async (_name, dialect) => {
      harness.simulator.setDialect(dialect);
      const [standing, fresh] = [people(21), people(6)];
      seed(standing);
      harness.simulator.seedTickets(3, { describe: () => ({ tickettype_id: 2, status_id: 10 }) });
      await mirrorAll();
      const byHand = people(2);
      seed(byHand);
      const leads = [...standing, ...byHand, ...fresh];
      const scans = await deltaScans();
      const first = await importBulk(leads.map((lead) => ({ ...lead, headcount: 5_000 })));
      const again = await importBulk(leads.map((lead) => ({ ...lead, headcount: 5_000 })));
      expect(first.results.slice(-fresh.length).every((result) => result === 'created')).toBe(true);
      expect(new Set(again.results)).toEqual(new Set(['skipped']));
      expectOneTicketEach(leads);
      const hasOrder = !('order' in dialect) || dialect.order === 'newest_first';
      expect((await deltaScans()) > scans).toBe(hasOrder);
    },
    60_000,
  );
});
