import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { importHarnessOn, type ImportWork } from '../support/import-harness.js';
import { openServers, type Servers } from '../support/open-servers.js';
import { flatLead } from '../support/caller.js';

const held = 150;
const rows = 100;
const origin = 'a HaloPSA';
/** Milliseconds after which a delta scan counts what it saw as settled. */
const settledMs = 61_000;

describe.each([1, 50])('bulk imports with the mirror of a HaloPSA, PSA_WRITE_BATCH=%s', (psaWriteBatch) => {
  let servers: Servers;
  let harness: Servers & ImportWork;
  let ahead = 0;
  let jobId = '';
  const people = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => flatLead(from + index, { title: null, phone: null }));
  const fresh = people(10_000, rows);
  const others = people(20_000, 50);

  const ticketOf = (email: unknown) =>
    harness.simulator.tickets().find((ticket) => ticket.user_email === email);

  /** Of the last import. */
  function expectOneNoteEach(leads: readonly ReturnType<typeof flatLead>[]): void {
    const noted = harness.simulator.actions().filter(({ note }) => note.includes(`${jobId}#`));
    const of = (id: number | undefined) => noted.filter(({ ticket_id: ticketId }) => ticketId === id).length;
    expect(leads.map(({ email }) => of(ticketOf(email)?.id))).toEqual(leads.map(() => 1));
  }

  async function importBulk(leads: readonly object[]) {
    harness.simulator.requests.clear();
    jobId = await harness.bulkJob(leads);
    await harness.worker(() => ({}), origin).finishBulk(jobId);
    const found = await harness.mongo.collection('job_rows').find({ jobId }).toArray();
    ahead += settledMs;
    return {
      results: new Set(found.map((row) => String(row['result']))),
      requests: harness.simulator.requests.total,
      summary: harness.simulator.requests.summary(),
    };
  }

  beforeAll(async () => {
    servers = await openServers({ psaDialect: 'halopsa', psaWriteBatch });
    harness = await importHarnessOn(servers, { now: () => Date.now() + ahead });
    if (psaWriteBatch > 1) {
      await servers.psa.check({ write: true });
    }
    harness.simulator.seedTickets(held, { companies: held });
    await harness.fillMirror(origin);
    expect((await importBulk(fresh)).results).toEqual(new Set(['created']));
    await importBulk(others);
  });
  afterAll(async () => {
    await servers.close();
  });

  it('need no request for leads without new data', async () => {
    const { results, requests } = await importBulk(fresh);
    expect(results).toEqual(new Set(['skipped']));
    expect(requests).toBeLessThanOrEqual(6);
  });

  it('need one request for each lead with one changed field, or for fifty of them', async () => {
    const { results, requests, summary } = await importBulk(
      fresh.map((lead) => ({ ...lead, headcount: 4_000 })),
    );
    expect(results).toEqual(new Set(['updated']));
    expect(summary['POST /api/Tickets']).toBe(rows / psaWriteBatch);
    expect(summary['POST /api/Actions']).toBeLessThanOrEqual(2 + rows / 50);
    expect(requests).toBeLessThanOrEqual(rows / psaWriteBatch + 12);
    expectOneNoteEach(fresh);
  });

  it('write each change and its note once, while responses get lost and arrays get none', async () => {
    const { simulator } = harness;
    simulator.halo?.setQuirks({ returnAll: psaWriteBatch === 1 ? 'ignored' : 'shuffled' });
    simulator.faults.set({ kind: 'drop', when: 'after', method: 'POST', probability: 0.1 });
    const leads = fresh.slice(0, 40);
    const { results } = await importBulk(leads.map((lead) => ({ ...lead, headcount: 800 })));
    simulator.faults.clear();
    simulator.halo?.setQuirks({ returnAll: 'array' });
    expect(results).toEqual(new Set(['updated']));
    expect(new Set(leads.map(({ email }) => ticketOf(email)?.customfields[108]))).toEqual(
      new Set(['201-1000']),
    );
    expectOneNoteEach(leads);
  });

  it('read individually the tickets that people changed, and all of a build that does not know the filter for ids', async () => {
    const [edited, taken] = others.map(({ email }) => ticketOf(email));
    const byHand = 'Written by hand, at length, about all that they do';
    harness.simulator.actAsAgent(edited?.id ?? 0, { customfields: { 102: byHand } });
    harness.simulator.actAsAgent(taken?.id ?? 0, { status_id: 3 });
    const changed = (headcount: number) => others.map((lead) => ({ ...lead, headcount }));
    const first = await importBulk(changed(5_000).slice(0, 25));
    expect(first.results).toEqual(new Set(['updated', 'preserved']));
    expect(first.summary['GET /api/Tickets/{id}']).toBeLessThanOrEqual(4);
    expect(harness.simulator.ticket(edited?.id ?? 0)?.customfields[102]).toContain(byHand);
    expect(harness.simulator.ticket(taken?.id ?? 0)?.status_id).toBe(3);

    harness.simulator.halo?.setQuirks({ ignoredParameters: ['tickettype_id', 'ticketids'] });
    const second = await importBulk(changed(5_000).slice(25));
    expect(second.results).toEqual(new Set(['updated']));
    // Plus the first values of fields, which are read back.
    const read = second.summary['GET /api/Tickets/{id}'] ?? 0;
    expect([read >= 25, read <= 28]).toEqual([true, true]);
  });
});
