import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type TestSystem } from '@leadbridge/devkit';
import { Webhook } from 'standardwebhooks';

import { everyDialect, everyPsa, haloAsSpecifiedEnv, useDialect, usePsa } from '../support/each-psa.js';
import { writesTo } from '../support/writes-to.js';
import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { EventReceiver } from '../support/event-receiver.js';
import { startHaloSystem } from '../support/halo-system.js';
import { completeQualification, leadLifeOf, opportunityData } from '../support/lead-life.js';
import { startSystemHere } from '../support/start-system-here.js';

let system: TestSystem;
let api: Caller;
let life: ReturnType<typeof leadLifeOf>;
const receiver = new EventReceiver();

const env = {
  PSA_RATE_LIMIT: '100000',
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
};
const places = {
  get: () => system,
  set: (other: TestSystem) => {
    system = other;
    api = callerOf(other);
    life = leadLifeOf(api);
  },
  openHalo: async () => (await startHaloSystem({}, { ...haloAsSpecifiedEnv, ...env })).system,
};

beforeAll(async () => {
  await receiver.start();
  places.set(await startSystemHere({ env, simulator: { rateLimit: 0 } }));
});

afterAll(async () => {
  await system.stop();
  await receiver.stop();
});

function psaWrites(): string[] {
  return writesTo(system.simulator).map((write) => write.replace(/\/\d+$/, '/{id}'));
}

const nativeNames = { 301: 'oppproductchosen', 303: 'oppcompetitors', 304: 'oppreason' } as const;

interface LifeEvent {
  readonly type: string;
  readonly data: { readonly lead_id: number };
}

/** Every kind of PSA gets its own people. */
let people = 0;

describe.each(everyDialect)('a lead from import to won, over HTTP, on the $name PSA,', (kind) => {
  useDialect(kind, places);
  /** A HaloPSA has native properties for these fields of an opportunity. */
  const fieldsInPsa = (fields: Partial<Record<keyof typeof nativeNames, string>>) =>
    kind.name === 'halopsa'
      ? {
          extras: Object.fromEntries(
            Object.entries(fields).map(([id, value]) => [
              nativeNames[Number(id) as keyof typeof nativeNames],
              value,
            ]),
          ),
        }
      : { customfields: fields };
  const ticketChange = kind.name === 'halopsa' ? 'POST /api/Tickets' : 'PUT /api/Tickets/{id}';
  beforeAll(() => {
    people += 100;
  });

  it('is written to the PSA step by step, and shows its history', async () => {
    const { simulator } = system;
    const { body: webhook } = await api.call('POST', '/webhooks', {
      url: receiver.url(`/life/${kind.name}`),
      events: ['*'],
    });
    const leadId = await life.importLead(people + 1);
    simulator.requests.clear();

    await life.moveLead(leadId, 'researching', 'contacted');
    const engaged = await api.call('PUT', `/leads/${leadId}/status`, {
      status: 'engaged',
      reason: 'Asked for a demonstration',
    });
    expect(engaged.status).toBe(200);
    const ticketId = Number(engaged.body['psa_ticket_id']);
    expect(engaged.body).toEqual({
      success: true,
      lead_id: leadId,
      psa_ticket_id: ticketId,
      status: 'engaged',
      previous_status: 'contacted',
    });
    expect(simulator.ticket(ticketId)).toMatchObject({ status_id: 4, tickettype_id: 1 });
    expect(psaWrites()).toEqual([ticketChange, ticketChange, ticketChange, 'POST /api/Actions']);
    expect(simulator.actions(ticketId).at(-1)?.note).toContain('Reason: Asked for a demonstration');

    simulator.requests.clear();
    const converted = await api.call('POST', `/prospects/convert/${leadId}`, {
      qualification_data: {
        pain_points: 'Manual reporting takes days',
        budget_range: '50k-100k',
        decision_maker: true,
        fit_score: 85,
      },
      conversion_options: { create_opportunity: false, notify_team: true },
    });
    expect(converted.status).toBe(201);
    const prospectId = Number(converted.body['prospect_id']);
    expect(converted.body).toEqual({
      success: true,
      lead_id: leadId,
      prospect_id: prospectId,
      psa_ticket_id: ticketId,
      status: 'new_prospect',
    });
    expect(simulator.ticket(ticketId)).toMatchObject({
      tickettype_id: 2,
      status_id: 10,
      category_1: 'Prospect',
      customfields: {
        201: 'Manual reporting takes days',
        203: 'Yes',
        204: '50k-100k',
        206: 85,
      },
    });
    expect(psaWrites()).toEqual([ticketChange, 'POST /api/Actions']);

    await expectStatus(`/prospects/${prospectId}/status`, { status: 'prospecting' }, 200);
    const early = await api.call('PUT', `/prospects/${prospectId}/status`, { status: 'qualified' });
    expect(early.status).toBe(400);
    expect(early.body).toMatchObject({
      error: {
        code: 'VALIDATION_ERROR',
        details: {
          errors: [
            { field: 'qualification_data.qualified_services' },
            { field: 'qualification_data.timeframe' },
          ],
        },
      },
    });
    await expectStatus(
      `/prospects/${prospectId}/status`,
      {
        status: 'qualified',
        next_action: 'Send a proposal',
        next_action_date: '2027-01-15',
        qualification_data: { qualified_services: 'Reporting automation', timeframe: 'Q3' },
      },
      200,
    );
    expect(simulator.ticket(ticketId)).toMatchObject({
      status_id: 12,
      customfields: { 202: 'Reporting automation', 205: 'Q3' },
    });

    const created = await api.call('POST', '/opportunities', {
      prospect_id: prospectId,
      opportunity_data: opportunityData,
    });
    expect(created.status).toBe(201);
    const opportunityId = Number(created.body['opportunity_id']);
    const psaOpportunityId = Number(created.body['psa_opportunity_id']);
    expect(created.body).toEqual({
      success: true,
      opportunity_id: opportunityId,
      prospect_id: prospectId,
      psa_opportunity_id: psaOpportunityId,
      status: 'new_opportunity',
    });
    const ticket = simulator.ticket(ticketId);
    const inPsa = () => simulator.opportunities().find(({ id }) => id === psaOpportunityId);
    expect(inPsa()).toMatchObject({
      summary: `Ada Number${people + 1} - Company ${people + 1}`,
      client_id: ticket?.client_id,
      user_id: ticket?.user_id,
      ...fieldsInPsa({ 301: 'Reporting automation', 303: 'Two local firms' }),
    });
    expect(inPsa()?.details).toContain('Value: 60000');

    await expectStatus(`/opportunities/${opportunityId}`, { status: 'progressing', value: 75_000 }, 200);
    expect(inPsa()?.details).toContain('Value: 75000');
    await expectStatus(`/opportunities/${opportunityId}`, { status: 'negotiation', probability: 80 }, 200);
    const won = await api.call('PUT', `/opportunities/${opportunityId}`, {
      status: 'won',
      notes: 'Signed by both',
      win_loss_reason: 'Best fit',
    });
    expect(won.body).toEqual({
      success: true,
      opportunity_id: opportunityId,
      psa_opportunity_id: psaOpportunityId,
      status: 'won',
      previous_status: 'negotiation',
      value: 75_000,
      probability: 80,
    });
    expect(inPsa()).toMatchObject({ status_id: 23, ...fieldsInPsa({ 304: 'Best fit' }) });

    const { body: lead } = await api.call('GET', `/leads/${leadId}`);
    expect(lead).toMatchObject({
      status: 'engaged',
      prospect_id: prospectId,
      allowed_statuses: [],
      history: [
        { from: null, to: 'new_lead', by: 'import' },
        { from: 'new_lead', to: 'researching' },
        { from: 'researching', to: 'contacted' },
        { from: 'contacted', to: 'engaged', reason: 'Asked for a demonstration' },
      ],
      field_sources: { email: { source: 'provider_a' }, CF_102: { source: 'provider_a' } },
    });
    const { body: opportunity } = await api.call('GET', `/opportunities/${opportunityId}`);
    expect(opportunity).toMatchObject({
      contact: {
        name: `Ada Number${people + 1}`,
        email: flatLead(people + 1).email,
        company: `Company ${people + 1}`,
      },
      research: { services_offered: 'Software, Cloud' },
      qualification_data: {
        pain_points: 'Manual reporting takes days',
        decision_maker: 'Yes',
        fit_score: 85,
        timeframe: 'Q3',
      },
      opportunity_data: { value: 75_000, probability: 80, products_services: 'Reporting automation' },
      notes: [{ text: 'Signed by both' }],
      history: [
        { from: 'qualified', to: 'new_opportunity' },
        { to: 'progressing' },
        { to: 'negotiation' },
        { to: 'won' },
      ],
    });

    // Every event of this lead arrives with one id, and an independent library verifies each unchanged.
    const verifier = new Webhook(String(webhook['secret']));
    const typesById = () =>
      new Map(
        receiver.at(`/life/${kind.name}`).flatMap(({ id, body, headers }) => {
          const { type, data } = verifier.verify(body, headers) as LifeEvent;
          return data.lead_id === leadId ? [[id, type] as const] : [];
        }),
      );
    await until(() => typesById().size >= 5);
    expect([...typesById().values()].sort()).toEqual([
      'lead.created',
      'opportunity.created',
      'opportunity.won',
      'prospect.converted',
      'prospect.qualified',
    ]);
  });

  it('can become a prospect and an opportunity in one request, if all criteria are met', async () => {
    const leadId = await life.engagedLead(people + 2);
    const { status, body } = await api.call('POST', `/prospects/convert/${leadId}`, {
      qualification_data: completeQualification,
      conversion_options: { create_opportunity: true },
      opportunity_data: opportunityData,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ success: true, lead_id: leadId, status: 'qualified' });
    const { body: prospect } = await api.call('GET', `/prospects/${String(body['prospect_id'])}`);
    expect(prospect).toMatchObject({
      opportunity_id: body['opportunity_id'],
      history: [{ from: 'engaged', to: 'new_prospect' }, { to: 'prospecting' }, { to: 'qualified' }],
    });
    expect(system.simulator.ticket(Number(body['psa_ticket_id']))).toMatchObject({ status_id: 12 });
  });

  it('is rejected completely, and nothing changes, if a criterion is missing', async () => {
    const leadId = await life.engagedLead(people + 3);
    system.simulator.requests.clear();
    const { status, body } = await api.call('POST', `/prospects/convert/${leadId}`, {
      qualification_data: { ...completeQualification, fit_score: 69, timeframe: undefined },
      conversion_options: { create_opportunity: true },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: {
        details: {
          errors: [
            { field: 'qualification_data.timeframe' },
            { field: 'qualification_data.fit_score', value: 69 },
            { field: 'opportunity_data' },
          ],
        },
      },
    });
    expect(psaWrites()).toEqual([]);
    expect((await api.call('GET', `/leads/${leadId}`)).body).toMatchObject({ prospect_id: null });
  });
});

describe.each(everyPsa)("people's changes in the $name PSA", (kind) => {
  usePsa(kind, () => system.simulator);
  beforeAll(() => {
    people += 100;
    system.simulator.notifications.configure({
      url: `${system.baseUrl}/api/v1/webhooks/dnc-sync`,
      secret: system.inboundSecret,
      apiWrites: true,
      copies: 2,
    });
  });

  /** Reads a record until it is as expected. */
  async function eventually(path: string, expected: Record<string, unknown>): Promise<void> {
    const deadline = Date.now() + 60_000;
    let body: Readonly<Record<string, unknown>> = {};
    do {
      await new Promise((resolve) => setTimeout(resolve, 50));
      ({ body } = await api.call('GET', path));
    } while (Date.now() < deadline && !matches(body, expected));
    expect(body).toMatchObject(expected);
  }

  it("are followed, and the service's own writes have no effect when they are reported", async () => {
    const leadId = await life.importLead(people + 20);
    const { body } = await api.call('GET', `/leads/${leadId}`);
    const ticketId = Number(body['psa_ticket_id']);
    system.simulator.actAsAgent(ticketId, { status_id: 2 });
    await eventually(`/leads/${leadId}`, { status: 'researching' });
    await life.moveLead(leadId, 'contacted', 'engaged');
    const { body: converted } = await api.call('POST', `/prospects/convert/${leadId}`, {
      qualification_data: completeQualification,
    });
    system.simulator.actAsAgent(ticketId, { status_id: 11 });
    await eventually(`/prospects/${String(converted['prospect_id'])}`, {
      status: 'prospecting',
      irregular_changes: [],
    });
    await eventually(`/leads/${leadId}`, { status: 'engaged', irregular_changes: [] });
  });

  it('are logged as warnings if the lifecycle does not allow them', async () => {
    const leadId = await life.importLead(people + 21);
    const { body } = await api.call('GET', `/leads/${leadId}`);
    system.simulator.actAsAgent(Number(body['psa_ticket_id']), { status_id: 4 });
    await eventually(`/leads/${leadId}`, {
      status: 'new_lead',
      irregular_changes: [{ from: 'new_lead', to: 'engaged', psa_status_id: 4 }],
    });
    expect(system.simulator.ticket(Number(body['psa_ticket_id']))?.status_id).toBe(4);
  });
});

function matches(body: unknown, expected: Record<string, unknown>): boolean {
  try {
    expect(body).toMatchObject(expected);
    return true;
  } catch {
    return false;
  }
}

async function expectStatus(path: string, body: unknown, status: number): Promise<void> {
  const response = await api.call('PUT', path, body);
  expect({ status: response.status, body: response.body }).toMatchObject({ status });
}
