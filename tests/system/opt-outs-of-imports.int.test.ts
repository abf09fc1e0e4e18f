import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type TestSystem } from '@leadbridge/devkit';
import type { PsaSimulatorOptions } from '@leadbridge/psa-simulator';
import { connectMongo } from '@leadbridge/store';

import { eachDialect, haloAsSpecifiedEnv, useDialect } from '../support/each-psa.js';
import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { startSuppressionEndpoint, type SuppressionEndpoint } from '../support/suppression-endpoint.js';
import { startSystemHere } from '../support/start-system-here.js';

let system: TestSystem;
let api: Caller;
let mongo: Awaited<ReturnType<typeof connectMongo>>;
let provider: SuppressionEndpoint;
let number = 60_000;

async function start(
  env: Readonly<Record<string, string>> = {},
  simulator: PsaSimulatorOptions = {},
): Promise<TestSystem> {
  return await startSystemHere({
    env: {
      ...env,
      PSA_RATE_LIMIT: '100000',
      RATE_LIMIT_PER_HOUR: '100000',
      BULK_LIMIT_PER_HOUR: '1000',
      SUPPRESSION_RETRY_DELAYS: '0.3,0.3,1',
      PROVIDER_A_SUPPRESSION_URL: `${provider.origin}/a`,
      PROVIDER_B_SUPPRESSION_URL: `${provider.origin}/b`,
    },
    simulator: { rateLimit: 0, ...simulator },
  });
}

const places = {
  get: () => system,
  set: (other: TestSystem) => {
    system = other;
    api = callerOf(other);
  },
  openHalo: async () => start(haloAsSpecifiedEnv, { psaDialect: 'halopsa' }),
};

beforeAll(async () => {
  provider = await startSuppressionEndpoint();
  system = await start();
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
  await provider.stop();
});

afterEach(() => {
  system.simulator.faults.clear();
  provider.respondWith();
});

/** The database of the system of a `describe`. */
function useMongo(): void {
  beforeAll(async () => {
    mongo = await connectMongo(system.mongodbUri);
  });
  afterAll(async () => {
    await mongo.close();
  });
}

const nextLead = (changes: Readonly<Record<string, unknown>> = {}) => flatLead((number += 1), changes);
const flagged = { do_not_contact: true };

type Entry = Readonly<Record<string, unknown>>;

async function suppressionsOf(email: string): Promise<readonly Entry[]> {
  const { body } = await api.call('GET', `/suppressions?email=${encodeURIComponent(email)}`);
  return body['suppressions'] as readonly Entry[];
}

/**
 * The opt-out of a lead with a ticket: as a suppression, at the provider, on the ticket, and blocking
 * imports.
 */
async function expectTaken(email: string, ticketId: number): Promise<void> {
  await until(async () => (await suppressionsOf(email)).length > 0);
  expect(await suppressionsOf(email)).toMatchObject([{ ticket_id: ticketId, origin: 'import' }]);
  await until(() => provider.pushed(email).length === 1);
  await until(() => system.simulator.ticket(ticketId)?.customfields[105] === true);
  await until(() => system.simulator.listNames(ticketId).includes('Do Not Contact'));
  const again = await api.importLead({ email });
  expect(again.body).toMatchObject({ result: 'preserved', reason: 'Do Not Contact' });
  expect(await suppressionsOf(email)).toHaveLength(1);
  const event = { type: 'lead.do_not_contact', 'data.psa_ticket_id': ticketId };
  expect(await mongo.collection('events').countDocuments(event)).toBe(1);
}

/** The opt-out of a person without a ticket. */
async function expectTakenWithoutTicket(email: string): Promise<void> {
  await until(() => provider.pushed(email).length === 1);
  // The provider gets it a moment before the suppression says so.
  await until(async () => (await suppressionsOf(email)).every(({ status }) => status === 'suppressed'));
  expect(await suppressionsOf(email)).toMatchObject([
    { ticket_id: null, origin: 'import', status: 'suppressed' },
  ]);
  expect((await api.importLead({ email })).body).toMatchObject({ result: 'preserved', lead_id: null });
}

describe.each(eachDialect)('an opt-out in an import is applied, on the $name PSA,', (kind) => {
  useDialect(kind, places);
  useMongo();

  it('if the lead is past the early stage, and preserved', async () => {
    const lead = nextLead();
    const { body } = await api.importLead(lead);
    const ticketId = Number(body['psa_ticket_id']);
    system.simulator.actAsAgent(ticketId, { status_id: 4 });
    const sent = await api.importLead({ ...lead, ...flagged });
    expect(sent.body).toMatchObject({ result: 'preserved', reason: 'Lead is past the early stage' });
    await expectTaken(lead.email, ticketId);
    // An import never changes the status.
    expect(system.simulator.ticket(ticketId)?.status_id).toBe(4);
  });

  it('if the lead is left unchanged, and skipped', async () => {
    const lead = nextLead();
    const { body } = await api.importLead(lead);
    const sent = await api.importLead({ ...lead, ...flagged }, { options: { update_existing: false } });
    expect(sent.body).toMatchObject({ result: 'skipped' });
    await expectTaken(lead.email, Number(body['psa_ticket_id']));
  });

  it.each([
    ['CF_105', { customfields: { 105: true } }, true],
    ['its status', { status_id: 6 }, true],
    ['CF_105, also without deduplication', { customfields: { 105: true } }, false],
    ['its status, also without deduplication', { status_id: 6 }, false],
  ])('if the ticket shows it by %s, of which nobody has notified us', async (_how, change, deduplication) => {
    const lead = nextLead();
    const { body } = await api.importLead(lead);
    const ticketId = Number(body['psa_ticket_id']);
    system.simulator.actAsAgent(ticketId, change);
    // Without deduplication, the ticket is known only once a search shows it.
    await sleep(deduplication ? 0 : (kind.dialect.searchLagMilliseconds ?? 0));
    const again = await api.importLead(lead, { options: { deduplication } });
    expect(again.body).toMatchObject({ result: 'preserved', psa_ticket_id: ticketId });
    await expectTaken(lead.email, ticketId);
  });

  it('if the ticket already shows it', async () => {
    const lead = nextLead();
    const { body } = await api.importLead(lead);
    const ticketId = Number(body['psa_ticket_id']);
    system.simulator.actAsAgent(ticketId, { customfields: { 105: true } });
    const sent = await api.importLead({ ...lead, ...flagged });
    expect(sent.body).toMatchObject({ result: 'preserved', reason: 'Do Not Contact' });
    await expectTaken(lead.email, ticketId);
  });

  it('if the ticket is in the PSA and not in our records', async () => {
    const email = `only.psa${number}@there.example`;
    const ticketId = system.simulator.seedTicket({
      emailaddress: email,
      status_id: 5,
      customfields: { 101: 'Provider A' },
    });
    const { body } = await api.importLead({ email, ...flagged });
    expect(body).toMatchObject({ result: 'preserved' });
    await expectTaken(email, ticketId);
  });

  it('if the row is rejected, and identifies the person', async () => {
    const lead = nextLead({ email: 'no address', ...flagged });
    expect((await api.importLead(lead)).status).toBe(400);
    const { first_name, last_name, company } = lead;
    await until(async () => {
      const { body } = await api.importLead({ first_name, last_name, company }, { source: 'csv' });
      return body['result'] === 'preserved';
    });
    await until(() => provider.pushed().some(({ body }) => body['company_name'] === company));
    expect(system.simulator.tickets().filter(({ client_name }) => client_name === company)).toEqual([]);
  });

  it('if it is in the second row of the same person', async () => {
    const lead = nextLead();
    const { body } = await api.importBulk([lead, { ...lead, ...flagged }]);
    expect(body).toMatchObject({ successful: 1, failed: 1 });
    const [ticket] = system.simulator.tickets().filter(({ user_email: email }) => email === lead.email);
    await expectTaken(lead.email, Number(ticket?.id));
  });

  it('if the PSA rejects the ticket', async () => {
    const lead = nextLead(flagged);
    system.simulator.faults.set({
      kind: 'error',
      method: 'POST',
      path: '/api/Tickets',
      status: 400,
      times: 3,
    });
    expect((await api.importLead(lead)).body).toMatchObject({ error: { code: 'EXTERNAL_API_ERROR' } });
    system.simulator.faults.clear();
    await expectTakenWithoutTicket(lead.email);
  });

  it('if the import stops before its row', async () => {
    const lead = nextLead(flagged);
    const { body } = await api.importBulk([{ email: 'no address' }, lead], {
      batchOptions: { continue_on_error: false },
    });
    expect(body).toMatchObject({ successful: 0, failed: 2 });
    await expectTakenWithoutTicket(lead.email);
  });

  it('if the import is cancelled before its row', async () => {
    const leads = [nextLead(), nextLead(), nextLead(flagged)];
    const { body } = await api.importBulk(leads, {
      batchOptions: { batch_size: 1, rate_limit: 1 },
      headers: { Prefer: 'respond-async' },
    });
    const jobId = String(body['job_id']);
    await until(async () => {
      const { progress } = (await api.call('GET', `/jobs/${jobId}`)).body;
      return (progress as { processed: number }).processed === 1;
    });
    await api.call('POST', `/jobs/${jobId}/cancel`);
    expect(await api.finished(jobId)).toMatchObject({ status: 'cancelled' });
    await expectTakenWithoutTicket(String(leads[2]?.email));
  });

  it('once, however often the import repeats it', async () => {
    const lead = nextLead(flagged);
    const { body } = await api.importLead(lead);
    for (const source of ['provider_a', 'provider_b', 'csv']) {
      expect((await api.importLead(lead, { source })).body).toMatchObject({ result: 'preserved' });
    }
    await expectTaken(lead.email, Number(body['psa_ticket_id']));
  });
});

describe('a provider that asks to wait for ten days', () => {
  useMongo();

  it('is notified again within a day, and only given up after the whole schedule', async () => {
    const lead = nextLead(flagged);
    provider.askToWait(10 * 86_400);
    await api.importLead(lead);
    const entry = async (): Promise<Entry | undefined> => (await suppressionsOf(lead.email))[0];
    await until(async () => (await entry())?.['status'] === 'failed');
    const first = await entry();
    const waitHours = (Date.parse(String(first?.['next_attempt_at'])) - Date.now()) / 3_600_000;
    expect(waitHours).toBeGreaterThan(23.9);
    expect(waitHours).toBeLessThanOrEqual(24);

    // The time for retries is over by now, and two of the three delays were not waited for.
    const past = new Date(Date.now() - 1_000);
    await mongo
      .collection('suppressions')
      .updateOne({ 'person.email': lead.email }, { $set: { pushAt: past, retryUntil: past } });
    await until(async () => (await entry())?.['next_attempt_at'] === null);
    expect(await entry()).toMatchObject({ status: 'failed', attempts: 3 });
    expect(provider.pushed(lead.email)).toHaveLength(3);
    // A failed opt-out still blocks, and is sent on request.
    expect((await api.importLead({ email: lead.email })).body).toMatchObject({ result: 'preserved' });
    provider.respondWith();
    await api.call('POST', `/suppressions/${String(first?.['id'])}/retry`);
    await until(async () => (await entry())?.['status'] === 'suppressed');
  });
});
