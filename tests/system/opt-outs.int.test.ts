import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type TestSystem } from '@leadbridge/devkit';
import { connectMongo } from '@leadbridge/store';

import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { configure } from '../support/configure.js';
import { eachPsa, usePsa } from '../support/each-psa.js';
import { notify, optOutNotification } from '../support/psa-notifications.js';
import { startSuppressionEndpoint, type SuppressionEndpoint } from '../support/suppression-endpoint.js';
import { startSystemHere } from '../support/start-system-here.js';

let system: TestSystem;
let api: Caller;
let provider: SuppressionEndpoint;
let mongo: Awaited<ReturnType<typeof connectMongo>>;
let number = 40_000;

beforeAll(async () => {
  provider = await startSuppressionEndpoint();
  system = await startSystemHere({
    env: {
      PSA_RATE_LIMIT: '100000',
      RATE_LIMIT_PER_HOUR: '100000',
      SUPPRESSION_RETRY_DELAYS: '0.3,0.3,1',
      PROVIDER_A_SUPPRESSION_URL: `${provider.origin}/a`,
      PROVIDER_B_SUPPRESSION_URL: `${provider.origin}/b`,
      PROVIDER_ACME_SUPPRESSION_URL: `${provider.origin}/acme`,
    },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
  mongo = await connectMongo(system.mongodbUri);
});

afterAll(async () => {
  await mongo.close();
  await system.stop();
  await provider.stop();
});

afterEach(() => {
  system.simulator.faults.clear();
  provider.respondWith();
});

async function importedLead(source = 'provider_a', changes: object = {}) {
  number += 1;
  const lead = { ...flatLead(number), ...changes };
  const { body } = await api.importLead(lead, { source });
  return { lead, leadId: Number(body['lead_id']), ticketId: Number(body['psa_ticket_id']) };
}

const notesOf = (ticketId: number) =>
  system.simulator
    .actions(ticketId)
    .map(({ note }) => note)
    .filter((note) => note.startsWith('Do Not Contact'));

async function suppressionsOf(email: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { body } = await api.call('GET', `/suppressions?email=${encodeURIComponent(email)}`);
  return body['suppressions'] as readonly Readonly<Record<string, unknown>>[];
}

const isSuppressed = (email: string) => async () =>
  (await suppressionsOf(email)).every(({ status }) => status === 'suppressed') &&
  provider.pushed(email).length > 0;

async function eventsOf(leadId: number): Promise<number> {
  return await mongo
    .collection('events')
    .countDocuments({ type: 'lead.do_not_contact', 'data.lead_id': leadId });
}

describe('a provider with a new label', () => {
  it('is notified of opt-outs on tickets with the old label', async () => {
    const { lead, ticketId } = await importedLead();
    await configure(system, { providers: { provider_a: { label: 'Acme Data' } } });
    try {
      const { body } = await notify(system, optOutNotification(ticketId));
      expect(body).toMatchObject({ success: true, suppression_result: { status: 'suppressed' } });
      expect(provider.pushed(lead.email)).toHaveLength(1);
    } finally {
      await configure(system, { providers: { provider_a: { label: 'Provider A' } } });
    }
  });
});

describe('a source that was added in the configuration', () => {
  const add = async (name: string, label: string) =>
    configure(system, {
      providers: { [name]: { kind: 'provider_a', label, aliases: [`${name}-data`] } },
    });

  it('has its opt-outs pushed only to its own list, by name, alias and earlier label', async () => {
    await add('acme', 'Acme Feed');
    const byName = await importedLead('acme');
    const byAlias = await importedLead('acme-data');
    await notify(system, optOutNotification(byName.ticketId));
    await add('acme', 'Acme Renamed');
    const { body } = await notify(system, optOutNotification(byAlias.ticketId));
    expect(body).toMatchObject({ suppression_result: { provider: 'acme', status: 'suppressed' } });
    for (const { lead } of [byName, byAlias]) {
      expect(provider.pushed(lead.email).map(({ path }) => path)).toEqual(['/acme']);
    }
  });

  it('without a list notifies no one, although another provider is of its kind', async () => {
    await add('listless', 'Listless Feed');
    const { lead, ticketId } = await importedLead('listless');
    const { body } = await notify(system, optOutNotification(ticketId));
    expect(body.suppression_result).toMatchObject({ provider: 'listless', status: 'no_provider' });
    expect(provider.pushed(lead.email)).toEqual([]);
  });
});

describe.each(eachPsa)('a provider that fails, with the $name PSA,', (kind) => {
  usePsa(kind, () => system.simulator);

  it('is notified again until it accepts the opt-out, with one note for each outcome', async () => {
    const { lead, ticketId } = await importedLead();
    provider.respondWith(503, 500, 429, 400);
    const { status, body } = await notify(system, optOutNotification(ticketId));

    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      suppression_result: { status: 'failed', error: 'the provider responded with HTTP 503' },
    });
    await until(isSuppressed(lead.email));
    const pushes = provider.pushed(lead.email);
    expect(pushes).toHaveLength(5);
    expect(new Set(pushes.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(new Set(pushes.map(({ body: entry }) => JSON.stringify(entry))).size).toBe(1);
    await until(() => notesOf(ticketId).length === 2);
    expect(notesOf(ticketId)).toEqual([
      expect.stringContaining('could not be notified of the opt-out: the provider responded with HTTP 503'),
      expect.stringContaining('was added to the suppression list of Provider A'),
    ]);
    expect(await suppressionsOf(lead.email)).toMatchObject([
      { status: 'suppressed', attempts: 5, error: null },
    ]);
  });

  it('is notified again at once on request', async () => {
    const { lead, ticketId } = await importedLead('provider_c');
    await notify(system, optOutNotification(ticketId));
    const [entry] = await suppressionsOf(lead.email);
    expect(entry).toMatchObject({ status: 'failed', status_reason: 'No suppression endpoint configured' });
    system.simulator.actAsAgent(ticketId, { customfields: { 101: 'Provider B' } });

    const retried = await api.call('POST', `/suppressions/${String(entry?.['id'])}/retry`);
    expect(retried.body).toMatchObject({ id: entry?.['id'], status: 'pending' });
    await until(isSuppressed(lead.email));
    expect(provider.pushed(lead.email).map(({ path }) => path)).toEqual(['/b']);
    const again = await api.call('POST', `/suppressions/${String(entry?.['id'])}/retry`);
    expect(again.body).toMatchObject({ status: 'suppressed' });
  });
});

describe.each(eachPsa)('an opt-out that did not come from the PSA, on the $name PSA,', (kind) => {
  usePsa(kind, () => system.simulator);

  it('of a lead marks its ticket and notifies the provider', async () => {
    const { lead, leadId, ticketId } = await importedLead();
    const { status, body } = await api.call('POST', '/suppressions', {
      lead_id: leadId,
      reason: 'Asked by phone',
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      suppressions: [
        { ticket_id: ticketId, lead_id: leadId, email: lead.email, reason: 'Asked by phone', origin: 'api' },
      ],
    });
    const { body: record } = await api.call('GET', `/leads/${leadId}`);
    expect(record).toMatchObject({ do_not_contact: true, custom_fields: { CF_105: true } });
    await until(isSuppressed(lead.email));
    expect(provider.pushed(lead.email)[0]).toMatchObject({
      path: '/a',
      body: { ticket_id: ticketId, reason: 'Asked by phone' },
    });
    await until(() => system.simulator.ticket(ticketId)?.customfields[105] === true);
    await until(() => system.simulator.listNames(ticketId).includes('Do Not Contact'));
    await until(() => notesOf(ticketId).length === 1);
    // The lifecycle allows no transition from a new lead to Do Not Contact.
    expect(system.simulator.ticket(ticketId)?.status_id).toBe(1);
    expect(await eventsOf(leadId)).toBe(1);
    const again = await api.call('POST', '/suppressions', { email: lead.email.toUpperCase() });
    expect(again.status).toBe(200);
    expect(await suppressionsOf(lead.email)).toHaveLength(1);
  });

  it('marks every lead of the person, and notifies every provider', async () => {
    const first = await importedLead('provider_a');
    const { body } = await api.importLead(first.lead, {
      source: 'provider_b',
      options: { deduplication: false },
    });
    const second = { leadId: Number(body['lead_id']), ticketId: Number(body['psa_ticket_id']) };
    expect(second.ticketId).not.toBe(first.ticketId);
    await notify(system, optOutNotification(first.ticketId));

    await until(isSuppressed(first.lead.email));
    await until(() => provider.pushed(first.lead.email).length === 2);
    expect(
      provider
        .pushed(first.lead.email)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['/a', '/b']);
    await until(() => system.simulator.ticket(second.ticketId)?.customfields[105] === true);
    // People's changes in the PSA are kept; only the other ticket is written to.
    expect(system.simulator.ticket(first.ticketId)?.customfields[105]).toBe(false);
    expect([await eventsOf(first.leadId), await eventsOf(second.leadId)]).toEqual([1, 1]);
    const echo = await notify(system, optOutNotification(second.ticketId));
    expect(echo.body).toMatchObject({ suppression_result: { provider: 'provider_b', status: 'suppressed' } });
    expect(provider.pushed(first.lead.email)).toHaveLength(2);
  });

  it('of a contacted lead changes its status, as the lifecycle allows', async () => {
    const { lead, leadId, ticketId } = await importedLead();
    for (const status of ['researching', 'contacted']) {
      await api.call('PUT', `/leads/${leadId}/status`, { status });
    }
    await api.call('POST', '/suppressions', { lead_id: leadId });
    await until(() => system.simulator.ticket(ticketId)?.status_id === 6);
    await until(isSuppressed(lead.email));
    await until(async () => {
      const { body } = await api.call('GET', `/leads/${leadId}`);
      return body['status'] === 'do_not_contact' && body['do_not_contact'] === true;
    });
    expect(provider.pushed(lead.email)).toHaveLength(1);
    expect(await eventsOf(leadId)).toBe(1);
  });

  it('follows from a change of status', async () => {
    const { lead, leadId, ticketId } = await importedLead();
    for (const status of ['researching', 'contacted', 'do_not_contact']) {
      await api.call('PUT', `/leads/${leadId}/status`, { status, reason: 'Asked by email' });
    }
    await until(isSuppressed(lead.email));
    expect(provider.pushed(lead.email)[0]?.body).toMatchObject({
      reason: 'Asked by email',
      ticket_id: ticketId,
    });
    expect(system.simulator.ticket(ticketId)).toMatchObject({ status_id: 6, customfields: { 105: true } });
    await until(() => system.simulator.listNames(ticketId).includes('Do Not Contact'));
    expect(await eventsOf(leadId)).toBe(1);
  });

  it("follows from a provider's own flag on import", async () => {
    number += 1;
    const email = `flagged${number}@company${number}.example.com`;
    const payload = {
      contact: { firstName: 'Ada', lastName: 'Flagged', email, doNotEmail: true },
      company: { name: `Company ${number}` },
    };
    const { body } = await api.importLead(payload, { source: 'provider_b' });
    expect(body).toMatchObject({ result: 'created' });
    const ticketId = Number(body['psa_ticket_id']);
    expect(system.simulator.ticket(ticketId)).toMatchObject({ status_id: 1, customfields: { 105: true } });
    await until(isSuppressed(email));
    expect(provider.pushed(email).map(({ path }) => path)).toEqual(['/b']);
    await until(async () => (await eventsOf(Number(body['lead_id']))) === 1);
    expect(system.simulator.listNames(ticketId).filter((name) => name === 'Do Not Contact')).toHaveLength(1);
  });

  it('of an unknown person is stored, and sent to the named source', async () => {
    const email = `nobody.knows@${kind.name}.example`;
    const { status, body } = await api.call('POST', '/suppressions', { email, source: 'provider_b' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ suppressions: [{ ticket_id: null, lead_id: null, email }] });
    await until(isSuppressed(email));
    expect(provider.pushed(email)[0]).toMatchObject({ path: '/b', body: { ticket_id: null } });
  });

  it.each([
    ['nobody', {}, 400],
    ['a lead that does not exist', { lead_id: 99_999_999 }, 404],
    ['a lead by text', { lead_id: '1' }, 400],
    ['a malformed address', { email: 'not an address' }, 400],
    ['a source that is not configured', { email: 'a@b.example', source: 'provider_x' }, 400],
    ['a company without a name', { company: 'Acme' }, 400],
    ['an unknown field', { email: 'a@b.example', provider: 'provider_a' }, 400],
    ['a lead and an address', { lead_id: 1, email: 'a@b.example' }, 400],
  ])('that names %s is rejected', async (_, asked, expected) => {
    expect((await api.call('POST', '/suppressions', asked)).status).toBe(expected);
  });
});

describe.each(eachPsa)('a person who has opted out, on the $name PSA,', (kind) => {
  usePsa(kind, () => system.simulator);

  it('is not imported again, singly or in bulk, with however little data', async () => {
    const email = `gone@left-${kind.name}.example`;
    const company = `Left ${kind.name}`;
    const person = { email, first_name: 'Gone', last_name: 'Person', company: `${company} Ltd` };
    await api.call('POST', '/suppressions', person);
    const single = await api.importLead(person);
    expect(single.status).toBe(200);
    expect(single.body).toMatchObject({ result: 'preserved', reason: 'Do Not Contact', lead_id: null });
    const { body } = await api.importBulk([
      { ...person, email: email.toUpperCase() },
      { first_name: 'Gone', last_name: 'Person', company },
      { ...person, email: `another@left-${kind.name}.example`, first_name: 'Other' },
    ]);
    expect(body).toMatchObject({
      successful: 3,
      results: [{ result: 'preserved' }, { result: 'preserved' }, { result: 'created' }],
    });
    expect(system.simulator.tickets().filter((ticket) => ticket.user_email === email)).toEqual([]);
  });

  it('is left unchanged if there is an early ticket, with CF_105 as it is', async () => {
    const { lead, ticketId } = await importedLead();
    system.simulator.actAsAgent(ticketId, { customfields: { 105: true } });
    await notify(system, optOutNotification(ticketId));
    system.simulator.requests.clear();
    const { body } = await api.importLead({ ...lead, headcount: 9_000, do_not_contact: false });
    expect(body).toMatchObject({ result: 'preserved', reason: 'Do Not Contact', ticket_id: ticketId });
    expect(system.simulator.ticket(ticketId)?.customfields[105]).toBe(true);
    expect(system.simulator.requests.count({ method: 'PUT' })).toBe(0);
  });

  it('is marked although the import was running at that moment', async () => {
    number += 1;
    const lead = flatLead(number);
    system.simulator.faults.set({ kind: 'hang', method: 'POST', path: '/api/Tickets', times: 1 });
    const imported = api.importLead(lead);
    await system.simulator.faults.waitForHeld(1);
    await api.call('POST', '/suppressions', { email: lead.email });
    system.simulator.faults.clear();
    const { body } = await imported;
    expect(body).toMatchObject({ result: 'created' });
    const ticketId = Number(body['psa_ticket_id']);
    await until(() => system.simulator.ticket(ticketId)?.customfields[105] === true);
    await until(() => provider.pushed(lead.email).length === 1);
    expect(await eventsOf(Number(body['lead_id']))).toBe(1);
  });
});

describe('suppressions', () => {
  it('are listed by status and provider, in pages', async () => {
    const list = async (query: string) => (await api.call('GET', `/suppressions?${query}`)).body;
    expect((await list('limit=2&page=2'))['suppressions']).toHaveLength(2);
    const ofB = (await list('provider=Provider%20B&status=suppressed&limit=500'))['suppressions'];
    expect(Array.isArray(ofB) && ofB.length > 0).toBe(true);
    for (const entry of ofB as Record<string, unknown>[]) {
      expect(entry).toMatchObject({ provider: 'provider_b', status: 'suppressed' });
    }
    expect((await api.call('GET', '/suppressions?status=unheard')).status).toBe(400);
    expect((await api.call('GET', '/suppressions/sup_none')).status).toBe(404);
    expect((await api.call('POST', '/suppressions/sup_none/retry')).status).toBe(404);
  });
});
