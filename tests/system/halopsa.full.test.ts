import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type TestSystem } from '@leadbridge/devkit';

import { callerOf, flatLead, type ApiResponse, type Caller } from '../support/caller.js';
import { startHaloSystem, type HaloSystem } from '../support/halo-system.js';
import { leadLifeOf, opportunityData } from '../support/lead-life.js';

const foreignIncidents = 300;
const webhookSecret = 'the-secret-of-the-webhook';
let started: HaloSystem;
let system: TestSystem;
let api: Caller;
let number = 0;

beforeAll(async () => {
  // A build that accepts PUT and bare objects rejects nothing: a wrong dialect corrupts data silently.
  started = await startHaloSystem(
    { foreignIncidents, haloQuirks: { put: 'accepted', bareObjects: 'accepted', singleLineFields: [103] } },
    { PSA_NOTIFICATION_AUTH: `bearer:${webhookSecret}` },
  );
  ({ system } = started);
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
});

afterEach(() => {
  started.restore();
});

/** A new lead. */
const newLead = (changes: Readonly<Record<string, unknown>> = {}) => flatLead((number += 1), changes);

async function imported(lead = newLead()) {
  const { body }: ApiResponse = await api.importLead(lead);
  return { lead, body, ticketId: Number(body['psa_ticket_id']) };
}

const ticketsOf = (email: string): number => started.halo.ticketsPerPerson().get(email) ?? 0;

/** Sends what a webhook of the PSA sends; returns the status. */
async function notify(body: unknown, secret = webhookSecret): Promise<number> {
  const response = await fetch(`${system.baseUrl}/api/v1/webhooks/dnc-sync`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify(body),
  });
  await response.text();
  return response.status;
}

async function importedInBulk(leads: readonly unknown[]): Promise<void> {
  const { body } = await api.importBulk(leads, { headers: { prefer: 'respond-async' } });
  await api.finished(String(body['job_id']));
}

describe('a HaloPSA suffers none of the seven kinds of damage by the default dialect:', () => {
  it('its service desk is not read through', async () => {
    await importedInBulk([newLead(), newLead(), newLead()]);

    expect(started.halo.foreignPages).toBe(0);
  });

  it('a lead becomes a lead, and no incident', async () => {
    const { ticketId } = await imported();

    expect(system.simulator.ticket(ticketId)).toMatchObject({ tickettype_id: 1, status_id: 1 });
  });

  it('leads of a bulk import are created once', async () => {
    const leads = [newLead(), newLead(), newLead()];
    const before = system.simulator.tickets().length;
    await importedInBulk(leads);

    expect(leads.map(({ email }) => ticketsOf(email))).toEqual([1, 1, 1]);
    expect(system.simulator.tickets()).toHaveLength(before + leads.length);
  });

  it('dropdowns get their option, and fields what belongs in them', async () => {
    const { ticketId } = await imported();

    expect(system.simulator.ticket(ticketId)?.customfields).toMatchObject({
      101: 'Provider A',
      102: 'Software, Cloud',
      108: '51-200',
    });
  });

  it('a status keeps its meaning', async () => {
    const { body, ticketId } = await imported();
    const { status } = await api.call('PUT', `/leads/${String(body['lead_id'])}/status`, {
      status: 'researching',
    });

    expect(status).toBe(200);
    expect(system.simulator.ticket(ticketId)).toMatchObject({ status_id: 2, tickettype_id: 1 });
  });

  it('what a person wrote is not overwritten because a list row came without fields', async () => {
    const lead = newLead();
    const { ticketId } = await imported(lead);
    expect(system.simulator.ticket(ticketId)?.customfields[102]).toBe('Software, Cloud');
    started.set({ listFields: 'empty' });
    const byHand = 'Written by a person, and longer than what comes';
    system.simulator.actAsAgent(ticketId, { customfields: { 102: byHand } });

    await api.importLead({ ...lead, services_offered: 'Software, Cloud, Consulting' });

    expect(system.simulator.ticket(ticketId)?.customfields[102]).toBe(byHand);
  });

  it('a text that the PSA has cut is not written again with every import', async () => {
    const lead = newLead({ growth_signals: 'Hiring. '.repeat(40).trim() });
    const { ticketId } = await imported(lead);
    expect(String(system.simulator.ticket(ticketId)?.customfields[103])).toHaveLength(255);
    system.simulator.requests.clear();

    await api.importLead(lead);

    expect(system.simulator.requests.count({ method: 'POST', path: '/api/Tickets' })).toBe(0);
    expect(system.simulator.requests.count({ method: 'PUT' })).toBe(0);
  });
});

describe('the service with a HaloPSA', () => {
  it('[1] takes a lead from its import to an opportunity, as with the PSA of the specification', async () => {
    const life = leadLifeOf(api);
    number += 1;
    const prospectId = await life.qualifiedProspect(number);
    const { body } = await api.call('POST', '/opportunities', {
      prospect_id: prospectId,
      opportunity_data: opportunityData,
    });

    expect(body).toMatchObject({ success: true });
    const lead = flatLead(number);
    expect(ticketsOf(lead.email)).toBe(1);
    expect(system.simulator.opportunities().at(-1)).toMatchObject({
      extras: { oppvalue: 60_000, oppconversionprobability: 40, oppcompetitors: 'Two local firms' },
    });
    expect((await api.importLead(lead)).body['result']).not.toBe('created');
  });

  it('[10] makes one ticket in a build that does not know the filter for keys', async () => {
    started.set({ ignoredParameters: ['tickettype_id', 'third_party_id_string'] });
    const { lead } = await imported();
    await imported(lead);

    expect(ticketsOf(lead.email)).toBe(1);
  });

  it('[12] applies an opt-out of a native notification: single, batched, repeated, self-caused, and for no other person', async () => {
    const { simulator } = system;
    const [one, two, own] = [await imported(), await imported(), await imported()];
    await api.call('POST', '/suppressions', { email: own.lead.email, reason: 'Asked by telephone' });
    await until(() => simulator.ticket(own.ticketId)?.customfields[105] === true);
    simulator.actAsAgent(one.ticketId, { customfields: { 105: true } });
    simulator.actAsAgent(two.ticketId, { status_id: 6 });
    const bodyOf = (ticketId: number) => ({ event: 'Ticket Updated', ticket: { id: ticketId } });

    expect(await notify(bodyOf(one.ticketId), 'the-secret-of-somebody-else')).toBe(401);
    expect(await notify(bodyOf(one.ticketId))).toBeLessThan(300);
    expect(await notify([{ ticket_id: two.ticketId }, { object_id: String(own.ticketId) }])).toBeLessThan(
      300,
    );
    expect(await notify(bodyOf(one.ticketId))).toBeLessThan(300);

    const entriesOf = async (): Promise<readonly number[]> => {
      const { body } = await api.call('GET', '/suppressions?limit=100');
      const entries = body['suppressions'] as readonly { readonly email: string }[];
      return [one, two, own].map(({ lead }) => entries.filter(({ email }) => email === lead.email).length);
    };
    await until(async () => !(await entriesOf()).includes(0));
    expect(await entriesOf()).toEqual([1, 1, 1]);
    expect((await api.importLead(one.lead)).body['result']).not.toBe('created');
  });

  it('reports a person who gives a ticket that was closed once an early status again', async () => {
    const { simulator } = system;
    const { body, ticketId } = await imported();
    const leadId = String(body['lead_id']);
    for (const status of ['researching', 'contacted']) {
      await api.call('PUT', `/leads/${leadId}/status`, { status });
    }
    simulator.actAsAgent(ticketId, { status_id: 5 });
    await notify({ event: 'Ticket Updated', ticket: { id: ticketId } });
    await until(async () => (await api.call('GET', `/leads/${leadId}`)).body['status'] === 'no_interest');

    simulator.actAsAgent(ticketId, { status_id: 2 });
    await notify({ event: 'Ticket Updated', ticket: { id: ticketId } });

    await until(async () => {
      const { body: lead } = await api.call('GET', `/leads/${leadId}`);
      return (lead['irregular_changes'] as readonly unknown[]).length > 0;
    });
    const { body: lead } = await api.call('GET', `/leads/${leadId}`);
    expect(lead).toMatchObject({
      status: 'no_interest',
      irregular_changes: [expect.objectContaining({ to: 'researching' })],
    });
    const { body: log } = await api.call('GET', '/errors?limit=100');
    expect(JSON.stringify(log)).toContain('ILLEGAL_TRANSITION');
  });

  it('[13] imports although notes are rejected', async () => {
    system.simulator.faults.set({ kind: 'error', status: 400, path: '/api/Actions', method: 'POST' });
    const { body, ticketId } = await imported();

    expect(body['result']).toBe('created');
    expect(system.simulator.ticket(ticketId)).toMatchObject({ tickettype_id: 1 });
  });

  it('[14] makes one ticket if the gateway gives up after the write', async () => {
    system.simulator.faults.set({
      kind: 'error',
      when: 'after',
      status: 504,
      method: 'POST',
      path: '/api/Tickets',
      times: 1,
    });
    const { lead } = await imported();

    expect(ticketsOf(lead.email)).toBe(1);
  });

  it('[19] creates contacts at a client with and without a main site', async () => {
    for (const mainSite of ['told', 'untold', 'none'] as const) {
      started.set({ mainSite });
      const { lead } = await imported();
      const client = system.simulator.clients().filter(({ name }) => name === lead.company);
      expect(client).toHaveLength(1);
      expect(system.simulator.sites().filter((site) => site.client_id === client[0]?.id)).toHaveLength(1);
    }
  });

  it('[20] makes one ticket per lead if the PSA allows fewer requests than configured', async () => {
    system.simulator.setRateLimit(40, 1);
    const leads = [newLead(), newLead(), newLead(), newLead(), newLead(), newLead()];
    await importedInBulk(leads);
    system.simulator.setRateLimit(0, 300);

    expect(leads.map(({ email }) => ticketsOf(email))).toEqual(leads.map(() => 1));
  });
});
