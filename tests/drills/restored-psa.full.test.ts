import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';

import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { leadLifeOf } from '../support/lead-life.js';
import { startSystemHere } from '../support/start-system-here.js';

let system: TestSystem;
let api: Caller;
let life: ReturnType<typeof leadLifeOf>;
let number = 0;

beforeAll(async () => {
  system = await startSystemHere({ env: { PSA_RATE_LIMIT: '100000' }, simulator: { rateLimit: 0 } });
  api = callerOf(system);
  life = leadLifeOf(api);
});

afterAll(async () => {
  await system.stop();
});

beforeEach(() => {
  restorePsa();
});

/** From a backup from before the first lead: everything since is gone, and its ids are reissued. */
function restorePsa(): void {
  system.simulator.reset();
}

const newLead = (): ReturnType<typeof flatLead> => flatLead((number += 1));

async function read(path: string): Promise<Readonly<Record<string, unknown>>> {
  return (await api.call('GET', path)).body;
}

async function imported(lead: object): Promise<{ leadId: number; ticketId: number; result: unknown }> {
  const { body } = await api.importLead({ ...lead });
  return { leadId: Number(body['lead_id']), ticketId: Number(body['psa_ticket_id']), result: body['result'] };
}

async function errorCodesOf(leadId: number): Promise<unknown[]> {
  const { errors } = await read('/errors?limit=100');
  return (errors as { details: { lead_id?: number; error_code: string } }[])
    .filter(({ details }) => details.lead_id === leadId)
    .map(({ details }) => details.error_code);
}

describe('a PSA that was restored, and reissues ids', () => {
  it('gets each opportunity once, and the record that had its id before has lost it', async () => {
    const [first, second] = [await life.opportunity((number += 1)), await life.opportunity((number += 1))];
    const { psa_opportunity_id: reissued } = await read(`/opportunities/${first}`);
    restorePsa();

    const opportunityId = await life.opportunity((number += 1));

    expect(system.simulator.opportunities()).toHaveLength(1);
    expect((await read(`/opportunities/${opportunityId}`))['psa_opportunity_id']).toBe(reissued);
    const lost = await read(`/opportunities/${first}`);
    expect(lost).toMatchObject({ psa_opportunity_id: null, status: 'new_opportunity' });
    expect((await read(`/opportunities/${second}`))['psa_opportunity_id']).toBe(Number(reissued) + 1);
    expect(await errorCodesOf(Number(lost['lead_id']))).toContain('OPPORTUNITY_LOST');

    const update = await api.call('PUT', `/opportunities/${first}`, { status: 'progressing' });
    expect(update).toMatchObject({
      status: 400,
      body: { error: { details: { field: 'psa_opportunity_id', opportunity_id: first } } },
    });
    expect(system.simulator.opportunities()).toMatchObject([{ id: reissued, status_id: 20 }]);
  });

  it('has a ticket for each lead: the one that had its id before has lost it, until it is imported again', async () => {
    const [lead, other] = [newLead(), newLead()];
    const lost = await imported(lead);
    restorePsa();
    const kept = await imported(other);
    expect(kept.ticketId).toBe(lost.ticketId);

    expect(await read(`/leads/${lost.leadId}`)).toMatchObject({ psa_ticket_id: null, status: 'new_lead' });
    expect(await errorCodesOf(lost.leadId)).toContain('TICKET_LOST');
    const move = { status: 'researching' };
    const refused = await api.call('PUT', `/leads/${lost.leadId}/status`, move);
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { details: { field: 'psa_ticket_id', value: null, lead_id: lost.leadId } } },
    });
    expect(system.simulator.ticket(kept.ticketId)).toMatchObject({ status_id: 1, user_email: other.email });

    const again = await imported(lead);
    expect(again).toMatchObject({ leadId: lost.leadId, result: 'created' });
    expect(again.ticketId).not.toBe(kept.ticketId);
    await life.moveLead(lost.leadId, 'researching');
    expect(system.simulator.tickets().map(({ status_id, user_email }) => [status_id, user_email])).toEqual([
      [1, other.email],
      [2, lead.email],
    ]);
  });

  it('gives a prospect the new ticket of its lead', async () => {
    const lead = flatLead((number += 1));
    const prospectId = await life.prospect(number);
    restorePsa();
    await imported(newLead());
    expect((await read(`/prospects/${prospectId}`))['psa_ticket_id']).toBeNull();
    const move = { status: 'prospecting' };
    expect((await api.call('PUT', `/prospects/${prospectId}/status`, move)).status).toBe(400);

    const { ticketId } = await imported(lead);
    expect((await read(`/prospects/${prospectId}`))['psa_ticket_id']).toBe(ticketId);
    expect((await api.call('PUT', `/prospects/${prospectId}/status`, move)).status).toBe(200);
    expect(system.simulator.ticket(ticketId)).toMatchObject({ status_id: 11 });
  });

  it.each([true, false])(
    'keeps the ticket that people created with the id of a lead (its owner is returned: %s)',
    async (ticketPeople) => {
      const lead = newLead();
      const { leadId, ticketId } = await imported(lead);
      restorePsa();
      system.simulator.setDialect({ ticketPeople });
      const stranger = { emailaddress: 'sam@other.example.com', firstname: 'Sam', company: 'Other' };
      expect(system.simulator.seedTicket({ ...stranger, phonenumber: '+12025550999' })).toBe(ticketId);
      const before = [system.simulator.ticket(ticketId), system.simulator.users()];

      const again = await imported({ ...lead, headcount: 4_000, phone: '+12025550111' });

      expect(again).toMatchObject({ leadId, result: 'created' });
      expect(again.ticketId).not.toBe(ticketId);
      expect([system.simulator.ticket(ticketId), [system.simulator.users()[0]]]).toEqual(before);
    },
  );

  it('has each contact with its own company', async () => {
    const [lead, other] = [newLead(), newLead()];
    await imported(lead);
    restorePsa();
    await imported(other);
    const colleague = { ...newLead(), company: lead.company };
    const { ticketId } = await imported(colleague);

    expect(system.simulator.ticket(ticketId)).toMatchObject({ client_name: lead.company });
    expect(system.simulator.clients().map(({ name }) => name)).toEqual([other.company, lead.company]);
  });
});
