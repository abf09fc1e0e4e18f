import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until, wholeState, type TestSystem } from '@leadbridge/devkit';
import { connectMongo } from '@leadbridge/store';

import { writesTo } from '../support/writes-to.js';
import { callerOf, flatLead, type ApiResponse, type Caller } from '../support/caller.js';
import { startSystemHere } from '../support/start-system-here.js';

let system: TestSystem;
let api: Caller;
let mongo: Awaited<ReturnType<typeof connectMongo>>;
let number = 0;

beforeAll(async () => {
  system = await startSystemHere({ env: { PSA_RATE_LIMIT: '100000' }, simulator: { rateLimit: 0 } });
  api = callerOf(system);
  mongo = await connectMongo(system.mongodbUri);
});

afterAll(async () => {
  await mongo.close();
  await system.stop();
});

beforeEach(async () => {
  number += 1;
  // Opt-outs of the previous test may still be writing.
  await until(isEveryOptOutMarked);
  system.simulator.requests.clear();
});

async function isEveryOptOutMarked(): Promise<boolean> {
  const { body } = await api.call('GET', '/suppressions?limit=100');
  const entries = body['suppressions'] as readonly { readonly ticket_pending: readonly unknown[] }[];
  return entries.every(({ ticket_pending: pending }) => pending.length === 0);
}

const dryRun = async (lead: Readonly<Record<string, unknown>>): Promise<ApiResponse> =>
  api.importLead(lead, { options: { dry_run: true } });

async function commit(jobId: string, body: object = {}, headers: Readonly<Record<string, string>> = {}) {
  const response = await api.call('POST', `/jobs/${jobId}/commit`, body, headers);
  return {
    ...response,
    job: response.status === 202 ? await api.finished(String(response.body['job_id'])) : null,
  };
}

const reasonOf = ({ body }: ApiResponse): unknown =>
  (body['error'] as { details: { reason: string } }).details.reason;

const resultsOf = async (jobId: string) =>
  (await api.call('GET', `/jobs/${jobId}/results`)).body['results'] as readonly Readonly<
    Record<string, unknown>
  >[];

describe('a dry run of one lead', () => {
  it('returns what the import would return, with its plan, and leaves nothing behind', async () => {
    const lead = flatLead(number);
    const before = wholeState(system.simulator);
    const { status, body, headers } = await dryRun(lead);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      dry_run: true,
      lead_id: null,
      psa_ticket_id: null,
      result: 'created',
      actions_taken: ['lead_created', 'custom_fields_populated', 'list_assigned'],
      quality_score: 85,
      plan: {
        client: { action: 'create', id: null, name: `Company ${number}` },
        site: { action: 'create', id: null, name: 'Main' },
        contact: { action: 'create', id: null, changes: { emailaddress: { from: null, to: lead.email } } },
        ticket: {
          action: 'create',
          id: null,
          changes: { CF_101: { from: null, to: 'Provider A' } },
          kept: {},
        },
        lists: ['Source: Provider A', 'Cold', 'Industry: Software', 'Mid-Market'],
        note: null,
        psa_requests: 8,
      },
    });
    expect(writesTo(system.simulator)).toEqual([]);
    expect(wholeState(system.simulator)).toBe(before);
    const job = (await api.call('GET', `/jobs/${String(headers.get('x-job-id'))}`)).body;
    expect(job).toMatchObject({ type: 'lead_import', status: 'completed', dry_run: true, psa_requests: 8 });
    for (const name of ['leads', 'events', 'suppressions', 'claim_sets', 'creations', 'companies']) {
      expect([name, await mongo.collection(name).countDocuments()]).toEqual([name, 0]);
    }
  });

  it('is committed once, with the requests that it announced', async () => {
    const lead = flatLead(number);
    const { headers } = await dryRun(lead);
    const jobId = String(headers.get('x-job-id'));
    const first = await commit(jobId, {}, { 'idempotency-key': `commit-${number}` });

    expect(first.status).toBe(202);
    expect(first.job).toMatchObject({
      status: 'completed',
      parent_job_id: jobId,
      result: { result: 'created' },
    });
    expect(first.job).not.toHaveProperty('dry_run');
    expect(writesTo(system.simulator)).toHaveLength(8);
    const again = await commit(jobId, {}, { 'idempotency-key': `commit-${number}` });
    expect(again.body['job_id']).toBe(first.body['job_id']);
    const second = await commit(jobId);
    expect([second.status, reasonOf(second)]).toEqual([409, 'JOB_COMMITTED']);
    expect(system.simulator.tickets().filter(({ user_email: email }) => email === lead.email)).toHaveLength(
      1,
    );
  });

  it('shows the old and new values of an update, which the commit does not apply if they have changed since', async () => {
    const lead = flatLead(number);
    const created = await api.importLead(lead);
    const ticketId = Number(created.body['psa_ticket_id']);
    const { body, headers } = await dryRun({ ...lead, headcount: 4_000, services_offered: 'Cloud' });

    expect(body).toMatchObject({
      result: 'updated',
      lead_id: created.body['lead_id'],
      psa_ticket_id: ticketId,
    });
    expect(body['plan']).toMatchObject({
      client: { action: 'reuse' },
      contact: { action: 'reuse', changes: {} },
      ticket: {
        action: 'update',
        id: ticketId,
        changes: { CF_108: { from: '51-200', to: '1001-5000' } },
        kept: { CF_102: { value: 'Software, Cloud', reason: 'not_longer' } },
      },
      lists: [],
      note: expect.stringContaining('CF_108'),
      psa_requests: 2,
    });
    system.simulator.actAsAgent(ticketId, { customfields: { 108: '201-1000' } });
    const { job } = await commit(String(headers.get('x-job-id')));
    expect(job).toMatchObject({
      status: 'failed',
      error: {
        code: 'VALIDATION_ERROR',
        details: {
          reason: 'PLAN_CHANGED',
          planned: { result: 'updated', psa_ticket_id: ticketId, changes: { CF_108: { from: '51-200' } } },
          current: { result: 'updated', psa_ticket_id: ticketId, changes: { CF_108: { from: '201-1000' } } },
        },
      },
    });
    expect(system.simulator.ticket(ticketId)?.customfields[108]).toBe('201-1000');
  });

  it('is the import’s own 400 for a lead that would be rejected, and cannot be committed', async () => {
    const { status, body, headers } = await dryRun({ first_name: 'Nobody' });
    expect([status, (body['error'] as { message: string }).message]).toEqual([
      400,
      'Insufficient data for deduplication',
    ]);
    const response = await commit(String(headers.get('x-job-id')));
    expect([response.status, reasonOf(response)]).toEqual([400, 'JOB_NO_DRY_RUN']);
  });

  it('applies no opt-out; its commit does', async () => {
    const lead = flatLead(number, { do_not_contact: true });
    const { body, headers } = await dryRun(lead);
    expect(body['plan']).toMatchObject({ lists: expect.arrayContaining(['Do Not Contact']) });
    expect((await api.call('GET', `/suppressions?email=${lead.email}`)).body['suppressions']).toEqual([]);
    await commit(String(headers.get('x-job-id')));
    expect((await api.call('GET', `/suppressions?email=${lead.email}`)).body['suppressions']).toHaveLength(1);
  });
});

describe('a dry run of many leads', () => {
  it('recognizes a person whom an earlier row opts out by all known data', async () => {
    const lead = flatLead(number * 100);
    await api.importLead(lead);
    const { email: _email, phone: _phone, ...nameless } = lead;
    const { headers } = await api.call('POST', '/sync/leads/bulk', {
      source: 'csv',
      // The first is rejected because of an unknown key, and its opt-out still counts.
      leads: [{ ...nameless, do_not_contact: true, favourite_colour: 'blue' }, lead],
      options: { strict: true },
      batch_options: { dry_run: true, batch_size: 1, rate_limit: 100_000 },
    });
    const jobId = String(headers.get('x-job-id'));
    const { body } = await commit(jobId);
    const outcomes = [await resultsOf(jobId), await resultsOf(String(body['job_id']))];

    expect(outcomes.map(([, row]) => row?.['suppressed_by'])).toEqual(['email', 'email']);
  });

  it('reports for each row what would be done, and a commit does it except for what has changed since', async () => {
    const [known, moved] = [flatLead(number * 100), flatLead(number * 100 + 1)];
    await api.importLead(known);
    const ticketId = Number((await api.importLead(moved)).body['psa_ticket_id']);
    const fresh = { company: `Together ${number}` };
    const leads = [
      { ...known, headcount: 4_000 },
      { ...moved, headcount: 4_000 },
      flatLead(number * 100 + 2, fresh),
      flatLead(number * 100 + 3, fresh),
      flatLead(number * 100 + 2),
      { first_name: 'Nobody' },
    ];
    system.simulator.requests.clear();
    const { status, body, headers } = await api.importBulk(leads, { batchOptions: { dry_run: true } });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      total_processed: 6,
      successful: 4,
      failed: 2,
      dry_run: true,
      psa_requests: 11,
    });
    expect(writesTo(system.simulator)).toEqual([]);
    const jobId = String(headers.get('x-job-id'));
    const rows = await resultsOf(jobId);
    expect(rows.map(({ result, code }) => result ?? code)).toEqual([
      'updated',
      'updated',
      'created',
      'created',
      'DUPLICATE_IN_REQUEST',
      'INSUFFICIENT_DATA',
    ]);
    expect([rows[2], rows[3]]).toMatchObject([
      { lead_id: null, plan: { client: { action: 'create', id: null }, psa_requests: 8 } },
      { lead_id: null, plan: { client: { action: 'reuse', id: null }, psa_requests: 6 } },
    ]);
    expect(rows[5]).toMatchObject({
      plan: { reason: 'Insufficient data for deduplication', psa_requests: 0 },
    });

    system.simulator.actAsAgent(ticketId, { status_id: 3 });
    system.simulator.requests.clear();
    const { job, body: accepted } = await commit(jobId);
    expect(job).toMatchObject({
      status: 'completed',
      parent_job_id: jobId,
      progress: { successful: 3, failed: 3 },
    });
    const committed = await resultsOf(String(accepted['job_id']));
    expect(committed.map(({ result, code }) => result ?? code)).toEqual([
      'updated',
      'PLAN_CHANGED',
      'created',
      'created',
      'DUPLICATE_IN_REQUEST',
      'INSUFFICIENT_DATA',
    ]);
    expect(committed[1]).toMatchObject({
      planned: { result: 'updated', psa_ticket_id: ticketId, changes: { CF_108: { to: '1001-5000' } } },
      current: { result: 'preserved', psa_ticket_id: ticketId, changes: {} },
    });
    expect(system.simulator.ticket(ticketId)?.customfields[108]).toBe('51-200');
    const csv = await fetch(`${system.baseUrl}/api/v1/jobs/${jobId}/results?format=csv`, {
      headers: { authorization: `Bearer ${system.adminKey}` },
    });
    const [head = '', first = ''] = (await csv.text()).split('\r\n');
    expect(head.split(',')).toEqual(expect.arrayContaining(['plan', 'planned', 'current']));
    expect(first).toContain('""CF_108""');
  });

  it('compares again in a retry of the commit', async () => {
    const lead = flatLead(number);
    const { headers } = await api.importBulk([lead], { batchOptions: { dry_run: true } });
    const ticketId = Number((await api.importLead(lead)).body['psa_ticket_id']);
    const { body: accepted } = await commit(String(headers.get('x-job-id')));
    const again = await api.call('POST', `/jobs/${String(accepted['job_id'])}/retry`);

    expect([again.status, again.body['errors']]).toMatchObject([
      200,
      [{ index: 0, code: 'PLAN_CHANGED', current: { result: 'skipped', psa_ticket_id: ticketId } }],
    ]);
  });

  it('applies the current decision with if_changed: apply, and also accepts a table', async () => {
    const lead = flatLead(number);
    const table = `first_name,last_name,email,company\n${lead.first_name},${lead.last_name},${lead.email},${lead.company}\n`;
    const accepted = await fetch(`${system.baseUrl}/api/v1/sync/leads/bulk?source=csv&dry_run=true`, {
      method: 'POST',
      headers: { authorization: `Bearer ${system.adminKey}`, 'content-type': 'text/csv' },
      body: table,
    });
    expect(await accepted.json()).toMatchObject({ dry_run: true, results: [{ result: 'created' }] });
    const ticketId = Number((await api.importLead(lead)).body['psa_ticket_id']);
    const { job } = await commit(String(accepted.headers.get('x-job-id')), { if_changed: 'apply' });
    expect(job).toMatchObject({ progress: { successful: 1 } });
    expect(system.simulator.tickets().filter(({ user_email: email }) => email === lead.email)).toMatchObject([
      { id: ticketId },
    ]);
  });

  it('notifies no one, and counts nowhere', async () => {
    const events = mongo.collection('events');
    const before = await events.countDocuments();
    await api.importBulk([flatLead(number)], { batchOptions: { dry_run: true } });
    expect(await events.countDocuments()).toBe(before);
  });

  it.each([
    ['a job that is no dry run', {}, 'JOB_NO_DRY_RUN'],
    ['a body with something else in it', { dry_run: true }, undefined],
    ['another word', { if_changed: 'ignore' }, undefined],
  ])('is not committed for %s', async (_what, body, reason) => {
    const { headers } = await api.importBulk([flatLead(1)]);
    const response = await commit(String(headers.get('x-job-id')), body);
    expect([response.status, reasonOf(response)]).toEqual([400, reason]);
  });

  it('cannot be requested with the options of a single import', async () => {
    const response = await api.call('POST', '/sync/leads/bulk', {
      source: 'csv',
      leads: [flatLead(number)],
      options: { dry_run: true },
    });
    expect(response.status).toBe(400);
  });
});
