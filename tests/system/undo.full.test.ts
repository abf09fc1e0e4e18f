import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type TestSystem } from '@leadbridge/devkit';

import { eachPsa, usePsa } from '../support/each-psa.js';
import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { startSystemHere } from '../support/start-system-here.js';

const statusInvalidData = 7;

let system: TestSystem;
let api: Caller;
let number = 0;

beforeAll(async () => {
  system = await startSystemHere({
    // Counts only the requests of an undo, without pages for the mirror.
    env: { PSA_RATE_LIMIT: '100000', BULK_LIMIT_PER_HOUR: '1000', PSA_MIRROR: 'off' },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
});

type Body = Readonly<Record<string, unknown>>;

const people = (count: number, changes: object = {}) =>
  Array.from({ length: count }, () => flatLead((number += 1), { ...changes }));

async function importAll(leads: readonly object[], source = 'provider_a') {
  const { body } = await api.importBulk(leads, { source, headers: { prefer: 'respond-async' } });
  const jobId = String(body['job_id']);
  const { result } = await api.finished(jobId);
  const { results } = result as { results: readonly { lead_id: number; result: string }[] };
  return { jobId, results };
}

async function undo(jobId: string, body: object = {}) {
  const accepted = await api.call('POST', `/jobs/${jobId}/undo`, body);
  expect([accepted.status, accepted.body['error']]).toEqual([202, undefined]);
  return await api.finished(String(accepted.body['job_id']));
}

function ticketOf(email: string) {
  const ticket = system.simulator.tickets().find(({ user_email: of }) => of === email);
  if (ticket === undefined) {
    throw new Error(`No ticket of ${email}`);
  }
  return ticket;
}

const record = async (leadId: unknown): Promise<Body> =>
  (await api.call('GET', `/leads/${String(leadId)}`)).body;

describe.each(eachPsa)('POST /jobs/{job_id}/undo, on the $name PSA', (kind) => {
  usePsa(kind, () => system.simulator);

  it('undoes what the import created, keeps manual work, and says why', async () => {
    const leads = people(5);
    const { jobId, results } = await importAll(leads);
    const [first, moved, changed] = leads.map(({ email }) => ticketOf(email));
    system.simulator.actAsAgent(moved?.id ?? 0, { status_id: 2 });
    system.simulator.actAsAgent(changed?.id ?? 0, { customfields: [{ id: 102, value: 'By hand' }] });
    const onLists = system.simulator.listNames(first?.id ?? 0);
    expect(onLists.length).toBeGreaterThanOrEqual(2);

    const preview = await undo(jobId, { dry_run: true });
    const previewed = preview['result'] as Body;
    expect(previewed).toMatchObject({ dry_run: true, undone: 3, kept: 2 });
    expect(system.simulator.ticket(first?.id ?? 0)?.status_id).toBe(1);

    const job = await undo(jobId);
    expect(job).toMatchObject({
      type: 'undo_import',
      status: 'completed',
      parent_job_id: jobId,
      progress: { total: 5, processed: 5, successful: 5, failed: 0 },
      result: { parent_job_id: jobId, dry_run: false, undone: 3, kept: 2, nothing_to_undo: 0 },
    });
    const rows = (job['result'] as { results: Body[] }).results;
    expect(rows).toEqual((previewed as { results?: unknown })['results']);
    expect(rows.map((row) => [row['result'], row['reason']])).toEqual([
      ['undone', undefined],
      ['kept', expect.any(String)],
      ['kept', 'Someone has changed the ticket'],
      ['undone', undefined],
      ['undone', undefined],
    ]);
    expect(system.simulator.ticket(first?.id ?? 0)?.status_id).toBe(statusInvalidData);
    expect(system.simulator.listNames(first?.id ?? 0)).toEqual([]);
    expect(system.simulator.actions(first?.id ?? 0).map(({ note }) => note)).toEqual([
      expect.stringContaining(`The import ${jobId} was undone by`),
    ]);
    expect(system.simulator.ticket(moved?.id ?? 0)?.status_id).toBe(2);
    expect(system.simulator.listNames(moved?.id ?? 0)).toHaveLength(onLists.length);

    const undone = await record(results[0]?.lead_id);
    expect(undone).toMatchObject({ status: 'undone', sources: [] });
    const listed = await api.call('GET', `/leads?email=${String(leads[0]?.email)}`);
    expect(listed.body).toMatchObject({ leads: [], pagination: { total: 0 } });
    const asked = await api.call('GET', `/leads?status=undone&email=${String(leads[0]?.email)}`);
    expect(asked.body['leads']).toHaveLength(1);

    const again = await api.call('POST', `/jobs/${jobId}/undo`, {});
    expect([again.status, again.body['error']]).toEqual([
      409,
      expect.objectContaining({
        details: expect.objectContaining({ reason: 'JOB_UNDONE', job_id: job['job_id'] }),
      }),
    ]);
  });

  it('keeps manual work from before the service wrote to the ticket again', async () => {
    const leads = people(3, { services_offered: 'Hosting', technologies: 'Java' });
    const created = await importAll(leads);
    const [updated, optedOut, untouched] = leads.map(({ email }) => ticketOf(email).id);
    for (const id of [updated, optedOut]) {
      system.simulator.actAsAgent(id ?? 0, { customfields: [{ id: 102, value: 'By hand' }] });
    }
    const later = await importAll(leads.slice(0, 1).map((lead) => ({ ...lead, technologies: 'Go' })));
    expect(later.results.map(({ result }) => result)).toEqual(['updated']);
    expect((await undo(later.jobId))['result']).toMatchObject({ undone: 1 });
    for (const { email } of leads.slice(1)) {
      expect((await api.call('POST', '/suppressions', { email, reason: 'Asked' })).status).toBe(201);
    }
    await until(() =>
      [optedOut, untouched].every((id) => system.simulator.ticket(id ?? 0)?.customfields[105] === true),
    );

    const { results: rows } = (await undo(created.jobId))['result'] as { results: Body[] };
    expect(rows.map(({ result, reason }) => [result, reason])).toEqual([
      ['kept', 'Someone has changed the ticket'],
      ['kept', 'Someone has changed the ticket'],
      ['undone', undefined],
    ]);
  });

  it('restores the fields that still have the imported value', async () => {
    const leads = people(3, { services_offered: undefined, industry: undefined, phone: undefined });
    await importAll(leads);
    const tickets = leads.map(({ email }) => ticketOf(email));
    const second = leads.map((lead, index) => ({
      ...lead,
      services_offered: 'Hosting and cloud services',
      phone: `+12025550${100 + index}`,
    }));
    const { jobId, results } = await importAll(second, 'csv');
    expect(results.map(({ result }) => result)).toEqual(['updated', 'updated', 'updated']);
    const third = {
      ...second[1],
      services_offered: `${String(second[1]?.services_offered)}, and very much more than that, in every country`,
    };
    const single = await api.importLead(third, { source: 'manual' });
    expect(single.body).toMatchObject({ result: 'updated', fields_updated: ['CF_102'] });

    const job = await undo(jobId);
    const { results: rows } = job['result'] as { results: Body[] };
    expect(rows.map(({ result }) => result)).toEqual(['undone', 'undone', 'undone']);
    expect(rows[0]).toMatchObject({
      fields_restored: expect.arrayContaining(['CF_102', 'phonenumber']),
      fields_kept: [],
    });
    expect(rows[1]).toMatchObject({ fields_kept: ['CF_102'] });
    expect(system.simulator.ticket(tickets[0]?.id ?? 0)?.customfields[102] ?? null).toEqual(
      tickets[0]?.customfields[102] ?? null,
    );
    expect(system.simulator.ticket(tickets[1]?.id ?? 0)?.customfields[102]).toContain('every country');
    const contact = system.simulator.users().find(({ emailaddress }) => emailaddress === leads[0]?.email);
    expect(contact?.phonenumber).toBe('');
    expect((await record(results[0]?.lead_id))['sources']).toEqual([
      expect.objectContaining({ source: 'provider_a' }),
    ]);
  });

  it('reopens the same ticket if the person is imported again', async () => {
    const [lead] = people(1);
    const { body: first } = await api.importLead({ ...lead });
    const { body: jobs } = await api.call('GET', `/jobs?lead_id=${String(first['lead_id'])}`);
    const [{ job_id: jobId = '' } = {}] = jobs['jobs'] as { job_id: string }[];
    await undo(jobId);
    const { body: again } = await api.importLead({ ...lead, title: 'CEO' });

    expect(again).toMatchObject({
      result: 'created',
      lead_id: first['lead_id'],
      psa_ticket_id: first['psa_ticket_id'],
      actions_taken: expect.arrayContaining(['lead_reopened', 'list_assigned']),
    });
    const ticketId = Number(first['psa_ticket_id']);
    expect(system.simulator.ticket(ticketId)?.status_id).toBe(1);
    expect(system.simulator.listNames(ticketId).length).toBeGreaterThanOrEqual(2);
    expect(await record(first['lead_id'])).toMatchObject({
      status: 'new_lead',
      history: [{ to: 'new_lead' }, { to: 'undone' }, { from: 'undone', to: 'new_lead', by: 'import' }],
    });
  });
});

describe('with a PSA that escapes and truncates texts, has its own format of phone numbers, and does not return the last editor', () => {
  const technologies = `C++ & "Go", ${'a very long list of everything that is in use, '.repeat(8)}`;
  const row = {
    company: 'Baker & Sons',
    growth_signals: `It's <growing> by R&D`,
    technologies,
    linkedin_url: 'https://www.linkedin.com/in/ada?a=1&b=2',
  };

  beforeAll(() => {
    const stored = { texts: 'escaped', textCap: 255, phoneNumbers: 'national' } as const;
    system.simulator.setDialect({ ...stored, lastUpdatedBy: 'omitted' });
  });
  afterAll(() => {
    system.simulator.setKind('usual');
  });

  it('writes nothing when the same leads are imported again', async () => {
    const leads = people(2, row);
    await importAll(leads, 'csv');
    const { results } = await importAll(leads, 'csv');
    expect(results.map(({ result }) => result)).toEqual(['skipped', 'skipped']);
    const single = await api.importLead({ ...leads[0] }, { source: 'csv' });
    expect(single.body).toMatchObject({ result: 'skipped', reason: 'No new data to update' });
  });

  it("restores what an import has changed, and does not mistake the PSA's changes to it for manual work", async () => {
    const leads = people(2, row);
    const { jobId: first } = await importAll(leads, 'csv');
    const tickets = leads.map(({ email }) => ticketOf(email));
    const changed = {
      growth_signals: 'IPO & "more"',
      technologies: `Now: ${technologies}`,
      phone: '+12025559876',
    };
    const { jobId } = await importAll(
      leads.map((lead) => ({ ...lead, ...changed })),
      'csv',
    );
    system.simulator.actAsAgent(tickets[1]?.id ?? 0, { customfields: [{ id: 103, value: 'By hand' }] });

    const { results } = (await undo(jobId))['result'] as { results: Body[] };
    expect(results).toEqual([
      expect.objectContaining({ fields_restored: ['CF_103', 'CF_106', 'phonenumber'], fields_kept: [] }),
      expect.objectContaining({ fields_restored: ['CF_106', 'phonenumber'], fields_kept: ['CF_103'] }),
    ]);
    expect(ticketOf(leads[0]?.email ?? '').customfields).toEqual(tickets[0]?.customfields);

    const { results: rows } = (await undo(first))['result'] as { results: Body[] };
    expect(rows.map(({ result, reason }) => [result, reason])).toEqual([
      ['undone', undefined],
      ['kept', 'Someone has changed the ticket'],
    ]);
  });
});

describe('with a PSA that does not return the last editor', () => {
  beforeAll(() => {
    system.simulator.setDialect({ lastUpdatedBy: 'omitted' });
  });
  afterAll(() => {
    system.simulator.setKind('usual');
  });

  it('keeps the flag that people have set since, and suppresses the person, if they are imported again', async () => {
    const [lead] = people(1);
    const { jobId } = await importAll([{ ...lead }], 'csv');
    const { id } = ticketOf(lead?.email ?? '');
    await undo(jobId);
    system.simulator.actAsAgent(id, { customfields: [{ id: 105, value: true }] });

    expect((await api.importLead({ ...lead }, { source: 'csv' })).body).toMatchObject({ psa_ticket_id: id });
    expect(system.simulator.ticket(id)?.customfields).toMatchObject({ 105: true });
    const { body } = await api.call('GET', `/suppressions?email=${lead?.email ?? ''}`);
    expect(body['pagination']).toMatchObject({ total: 1 });
    expect((await api.importLead({ ...lead }, { source: 'csv' })).body).toMatchObject({
      ...{ result: 'preserved', reason: 'Do Not Contact' },
    });
  });
});

describe('the PSA requests of an undo', () => {
  it('are at most 1.2 per lead, plus one for each of its lists', async () => {
    const { jobId, results } = await importAll(people(60));
    system.simulator.requests.clear();
    expect(await undo(jobId)).toMatchObject({ result: { undone: 60 } });
    const removals = system.simulator.requests.count({ method: 'DELETE' });
    expect((system.simulator.requests.total - removals) / results.length).toBeLessThanOrEqual(1.2);
  });

  it.each([40, 100])(
    'are as few for %i leads beside long lists and many tickets, which are not read',
    async (count) => {
      const { jobId } = await importAll(people(count));
      const lists = new Set(system.simulator.listItems().map(({ list_id: id }) => id));
      const strangers = system.simulator.seedTickets(1_500, { companies: 10 });
      lists.forEach((id) => {
        system.simulator.seedListItems(id, strangers);
      });
      system.simulator.requests.clear();
      expect(await undo(jobId)).toMatchObject({ result: { undone: count } });
      const removals = system.simulator.requests.count({ method: 'DELETE' });
      expect(removals).toBeGreaterThanOrEqual(2 * count);
      expect(system.simulator.requests.count({ method: 'GET', path: '/api/Lists' })).toBe(0);
      expect(system.simulator.requests.total - removals).toBeLessThanOrEqual(1.2 * count);
    },
  );
});
