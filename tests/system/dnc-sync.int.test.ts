import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type TestSystem } from '@leadbridge/devkit';
import type { PsaSimulatorOptions } from '@leadbridge/psa-simulator';

import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { eachDialect, haloAsSpecifiedEnv, useDialect } from '../support/each-psa.js';
import { notify, optOutNotification, sign, statusNotification } from '../support/psa-notifications.js';
import { startSuppressionEndpoint, type SuppressionEndpoint } from '../support/suppression-endpoint.js';
import { startSystemHere } from '../support/start-system-here.js';

let system: TestSystem;
let api: Caller;
let provider: SuppressionEndpoint;
let number = 0;

async function start(
  env: Readonly<Record<string, string>> = {},
  simulator: PsaSimulatorOptions = {},
): Promise<TestSystem> {
  return await startSystemHere({
    env: {
      ...env,
      PSA_RATE_LIMIT: '100000',
      RATE_LIMIT_PER_HOUR: '100000',
      PROVIDER_A_SUPPRESSION_URL: `${provider.origin}/a`,
      PROVIDER_A_SUPPRESSION_KEY: 'the key of provider A',
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

/** A lead of ours, with its ticket. */
async function importedLead(source = 'provider_a') {
  number += 1;
  const lead = flatLead(number);
  const { body } = await api.importLead(lead, { source });
  return { lead, leadId: Number(body['lead_id']), ticketId: Number(body['psa_ticket_id']) };
}

const notesOf = (ticketId: number) =>
  system.simulator
    .actions(ticketId)
    .map(({ note }) => note)
    .filter((note) => note.startsWith('Do Not Contact'));

describe.each(eachDialect)('POST /webhooks/dnc-sync, on the $name PSA', (kind) => {
  useDialect(kind, places);

  it('pushes the opt-out to the provider in CF_101, and notes it on the ticket', async () => {
    const { lead, ticketId } = await importedLead();
    system.simulator.requests.clear();
    const { status, body } = await notify(system, optOutNotification(ticketId));

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      ticket_id: ticketId,
      suppression_result: {
        provider: 'provider_a',
        status: 'suppressed',
        email: lead.email,
        reason: 'Do Not Contact (CF_105) was set in the PSA',
        timestamp: expect.stringMatching(/Z$/),
      },
    });
    const [pushed, ...more] = provider.pushed(lead.email);
    expect(more).toEqual([]);
    expect(pushed).toMatchObject({
      path: '/a',
      headers: {
        authorization: 'Bearer the key of provider A',
        'idempotency-key': expect.stringMatching(/^sup_/),
      },
    });
    expect(pushed?.body).toEqual({
      email: lead.email,
      first_name: lead.first_name,
      last_name: lead.last_name,
      company_name: lead.company,
      reason: 'Do Not Contact (CF_105) was set in the PSA',
      timestamp: expect.stringMatching(/Z$/),
      ticket_id: ticketId,
    });
    await until(() => notesOf(ticketId).length > 0);
    expect(notesOf(ticketId)).toEqual([expect.stringContaining('suppression list of Provider A')]);
    expect(system.simulator.listNames(ticketId)).toContain('Do Not Contact');
    const [read] = system.simulator.requests.list({ method: 'GET', path: `/api/Tickets/${ticketId}` });
    expect(read?.query).toContain(
      kind.name === 'halopsa' ? 'includedetails=true' : 'include_custom_fields=all',
    );
    expect(system.simulator.requests.count({ method: 'PUT' })).toBe(0);
  });

  it('runs when the status becomes Do Not Contact', async () => {
    const { lead, ticketId } = await importedLead();
    const { body } = await notify(system, statusNotification(ticketId, 6));
    expect(body.suppression_result).toMatchObject({ status: 'suppressed', email: lead.email });
  });

  it('returns a message if neither has changed, and pushes nothing', async () => {
    const { lead, ticketId } = await importedLead();
    for (const notification of [
      optOutNotification(ticketId, false),
      optOutNotification(ticketId, null),
      statusNotification(ticketId, 2),
      { ticket_id: ticketId, event_type: 'ticket.updated', changes: {} },
    ]) {
      const { status, body } = await notify(system, notification);
      expect(status).toBe(200);
      expect(body).toEqual({ success: true, message: 'No Do Not Contact change' });
    }
    expect(provider.pushed(lead.email)).toEqual([]);
  });

  it('returns the same for a repeated notification, and runs it once, even concurrently and for both reasons', async () => {
    const { lead, ticketId } = await importedLead();
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => notify(system, optOutNotification(ticketId))),
    );
    responses.push(await notify(system, statusNotification(ticketId, 6)));
    for (const { status, body } of responses) {
      expect(status).toBe(200);
      expect(body).toEqual(responses[0]?.body);
    }
    expect(provider.pushed(lead.email)).toHaveLength(1);
    await until(() => notesOf(ticketId).length > 0);
    expect(notesOf(ticketId)).toHaveLength(1);
    const { body } = await api.call(
      'GET',
      `/suppressions?email=${encodeURIComponent(lead.email.toUpperCase())}`,
    );
    expect(body['pagination']).toMatchObject({ total: 1 });
  });

  it('accepts an array, and returns the results in order', async () => {
    const [first, second] = [await importedLead(), await importedLead('provider_b')];
    const { status, body } = await notify(system, [
      optOutNotification(first.ticketId),
      statusNotification(first.ticketId, 2),
      optOutNotification(second.ticketId),
      optOutNotification(first.ticketId),
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      results: [
        { success: true, ticket_id: first.ticketId, suppression_result: { provider: 'provider_a' } },
        { success: true, ticket_id: first.ticketId, message: 'No Do Not Contact change' },
        { success: true, ticket_id: second.ticketId, suppression_result: { provider: 'provider_b' } },
        { success: true, ticket_id: first.ticketId, suppression_result: { provider: 'provider_a' } },
      ],
    });
    expect(provider.pushed(first.lead.email)).toHaveLength(1);
  });

  it("fails with 500 in the specification's format if the ticket does not exist", async () => {
    const { status, body } = await notify(system, optOutNotification(987_654));
    expect(status).toBe(500);
    expect(body).toEqual({
      success: false,
      error: 'Ticket 987654 could not be read: The ticket 987654 does not exist in the PSA',
    });
    const known = await importedLead();
    const list = await notify(system, [optOutNotification(known.ticketId), optOutNotification(987_654)]);
    expect(list.status).toBe(500);
    expect(list.body).toMatchObject({
      success: false,
      error: '1 of 2 notifications could not be processed',
      results: [{ success: true }, { success: false, ticket_id: 987_654 }],
    });
    expect(provider.pushed(known.lead.email)).toHaveLength(1);
  });

  it('loses no opt-out whose ticket cannot be read at the moment', async () => {
    const { lead, ticketId } = await importedLead();
    const fault = system.simulator.faults.set({
      kind: 'error',
      method: 'GET',
      path: '/api/Tickets/*',
      status: 503,
    });
    const { status, body } = await notify(system, optOutNotification(ticketId));
    expect(status).toBe(500);
    expect(body).toMatchObject({ success: false, error: expect.stringContaining('could not be read') });
    expect(provider.pushed(lead.email)).toEqual([]);
    system.simulator.faults.clear(fault.id);
    await until(() => provider.pushed(lead.email).length === 1);
    await until(() => notesOf(ticketId).length === 1);
  });

  it('does not count an unknown source as a failure, and logs it', async () => {
    const ticketId = system.simulator.seedTicket({ customfields: { 101: 'Trade fair' } });
    const { status, body } = await notify(system, optOutNotification(ticketId));
    expect(status).toBe(200);
    expect(body.suppression_result).toMatchObject({
      provider: 'Trade fair',
      status: 'unknown_source',
      reason: "No provider belongs to the lead source 'Trade fair'",
    });
    await until(() => notesOf(ticketId).length > 0);
    expect(notesOf(ticketId)).toEqual([expect.stringContaining('no provider was notified')]);
  });

  it('reports a provider without an address as failed, and keeps the opt-out', async () => {
    const { lead, ticketId } = await importedLead('provider_c');
    const { status, body } = await notify(system, optOutNotification(ticketId));
    expect(status).toBe(200);
    expect(body.suppression_result).toMatchObject({
      provider: 'provider_c',
      status: 'failed',
      email: lead.email,
      reason: 'No suppression endpoint configured',
    });
    await until(() => notesOf(ticketId).length > 0);
    expect(notesOf(ticketId)).toEqual([expect.stringContaining('No suppression endpoint configured')]);
  });

  it('processes tickets that no import of ours has created', async () => {
    const email = `some.body@${kind.name}.example`;
    const ticketId = system.simulator.seedTicket({
      firstname: 'Some',
      surname: 'Body',
      emailaddress: email.replace('some.body', 'Some.Body'),
      company: 'Other',
      customfields: { 101: 'provider a' },
    });
    const { body } = await notify(system, optOutNotification(ticketId));
    expect(body.suppression_result).toMatchObject({ status: 'suppressed', email });
    expect(provider.pushed(email)[0]?.body).toMatchObject({
      first_name: 'Some',
      last_name: 'Body',
      company_name: 'Other',
    });
  });
});

describe('a value of CF_105', () => {
  it.each(['true', 'TRUE', 1, '1', 'yes', 'Yes', 'on'])('accepts %p as true', async (value) => {
    const { lead, ticketId } = await importedLead('provider_b');
    const { body } = await notify(system, optOutNotification(ticketId, value));
    expect(body.suppression_result).toMatchObject({ provider: 'provider_b', status: 'suppressed' });
    expect(provider.pushed(lead.email).map(({ path }) => path)).toEqual(['/b']);
  });
});

describe('authentication', () => {
  const body = () => JSON.stringify(optOutNotification(987_001, false));
  const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

  it.each([
    ['another body', (raw: string) => sign(`${raw} `, system.inboundSecret)],
    ['another secret', (raw: string) => sign(raw, 'another secret of the same kind')],
    ['half of it', (raw: string) => sign(raw, system.inboundSecret).slice(0, 32)],
    ['no hex', () => 'z'.repeat(64)],
    ['nothing', () => ''],
  ])('rejects a signature of %s, even with a valid credential', async (_, signature) => {
    const raw = body();
    for (const credential of [null, `Bearer ${system.adminKey}`]) {
      const response = await notify(system, raw, {
        'x-webhook-signature': signature(raw),
        authorization: credential,
      });
      expect(response.status).toBe(401);
      expect(response.body).toMatchObject({ error: { code: 'AUTHENTICATION_ERROR' } });
    }
  });

  it('checks the signature before it parses the body', async () => {
    const raw = '{"ticket_id":';
    expect((await notify(system, raw, { 'x-webhook-signature': 'ab'.repeat(32) })).status).toBe(401);
    expect((await notify(system, raw)).status).toBe(400);
  });

  it('accepts a credential instead of a signature', async () => {
    const signature = { 'x-webhook-signature': null };
    expect((await notify(system, body(), signature)).status).toBe(401);
    const good = { ...signature, authorization: `Bearer ${system.adminKey}` };
    expect((await notify(system, body(), good)).status).toBe(200);
    expect((await notify(system, body(), { ...signature, 'x-api-key': 'lbk_wrong' })).status).toBe(401);
  });

  it('accepts an upper-case signature', async () => {
    const raw = body();
    const signature = sign(raw, system.inboundSecret).toUpperCase();
    expect((await notify(system, raw, { 'x-webhook-signature': signature })).status).toBe(200);
  });

  it.each([
    ['301 seconds old', -301],
    ['far too early', 360],
  ])('rejects a timestamp %s, in the body and in the header, even with a credential', async (_, seconds) => {
    const at = Date.now() + seconds * 1000;
    const stamped = JSON.stringify({
      ...optOutNotification(987_001, false),
      timestamp: new Date(at).toISOString(),
    });
    const inHeader = { 'x-webhook-timestamp': String(Math.floor(at / 1000)) };
    expect((await notify(system, stamped)).status).toBe(401);
    expect((await notify(system, `[${body()},${stamped}]`)).status).toBe(401);
    expect((await notify(system, body(), inHeader)).status).toBe(401);
    const credential = { 'x-webhook-signature': null, authorization: `Bearer ${system.adminKey}` };
    expect((await notify(system, stamped, credential)).status).toBe(401);
    expect((await notify(system, body(), { ...credential, ...inHeader })).status).toBe(401);
  });

  it('accepts a timestamp within the tolerance, and rejects an invalid one', async () => {
    const at = new Date(Date.now() - 240_000).toISOString();
    const stamped = (timestamp: unknown) => ({ ...optOutNotification(987_001, false), timestamp });
    expect((await notify(system, stamped(at))).status).toBe(200);
    expect((await notify(system, stamped('yesterday'))).status).toBe(401);
    expect((await notify(system, stamped({ at: anHourAgo() }))).status).toBe(401);
  });

  it.each([
    ['no body', ''],
    ['an empty array', '[]'],
    ['no ticket', '{"changes":{}}'],
    ['no changes', '{"ticket_id":1}'],
    ['a ticket that is none', '{"ticket_id":"one","changes":{}}'],
    ['a ticket below one', '{"ticket_id":0,"changes":{}}'],
    ['a half ticket', '{"ticket_id":1.5,"changes":{}}'],
    ['fields that are no list', '{"ticket_id":1,"changes":{"customfields":{"105":true}}}'],
    ['an array in an array', '[[{"ticket_id":1,"changes":{}}]]'],
    ['a text', '"ticket"'],
  ])('returns 400 for %s', async (_, raw) => {
    const { status, body: response } = await notify(system, raw);
    expect(status).toBe(400);
    expect(response).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  });
});
