import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';

import { configure } from '../support/configure.js';
import { eachPsa, usePsa } from '../support/each-psa.js';
import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { completeQualification } from '../support/lead-life.js';
import { startSystemHere } from '../support/start-system-here.js';

let system: TestSystem;
let api: Caller;
let number = 0;

beforeAll(async () => {
  system = await startSystemHere({ env: { PSA_RATE_LIMIT: '100000' }, simulator: { rateLimit: 0 } });
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
});

type Ticket = Parameters<TestSystem['simulator']['seedTicket']>[0];

/** A lead with a ticket that people worked on before the service knew it. */
function seedLead(ticket: Ticket): { lead: ReturnType<typeof flatLead>; ticketId: number } {
  const lead = flatLead((number += 1));
  const { first_name: firstname, last_name: surname, email, company } = lead;
  const contact = { firstname, surname, emailaddress: email, company };
  return { lead, ticketId: system.simulator.seedTicket({ ...contact, last_updated_by: 2, ...ticket }) };
}

async function importedLead(lead: object): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await api.importLead({ ...lead });
  return (await api.call('GET', `/leads/${String(body['lead_id'])}`)).body;
}

describe.each(eachPsa)('a lead that people have advanced in the $name PSA', (kind) => {
  usePsa(kind, () => system.simulator);

  it.each([
    [2, 'researching'],
    [3, 'contacted'],
    [4, 'engaged'],
    [5, 'no_interest'],
    [6, 'do_not_contact'],
    [7, 'invalid_data'],
  ])('starts where its ticket is: status %i is %s', async (status_id, status) => {
    const record = await importedLead(seedLead({ status_id }).lead);
    expect(record).toMatchObject({ status, prospect_id: null });
    expect(record['history']).toMatchObject([{ from: null, to: status, by: 'import' }]);
  });

  it('is converted from there, and never reset', async () => {
    const { lead, ticketId } = seedLead({ status_id: 4 });
    const { lead_id: leadId } = await importedLead(lead);
    const { status, body } = await api.call('POST', `/prospects/convert/${String(leadId)}`, {
      qualification_data: completeQualification,
    });

    expect([status, body['status']]).toEqual([201, 'new_prospect']);
    expect(system.simulator.ticket(ticketId)).toMatchObject({ tickettype_id: 2, status_id: 10 });
  });

  it("is the prospect that it has become, with people's data, and continues from there", async () => {
    const { lead, ticketId } = seedLead({
      tickettype_id: 2,
      status_id: 11,
      customfields: { 201: 'Slow reports', 202: 'Automation', 203: 'Yes', 204: '50k', 205: 'Q3', 206: 85 },
    });
    const record = await importedLead(lead);
    expect(record).toMatchObject({ status: 'engaged', prospect_id: expect.any(Number) });
    const path = `/prospects/${String(record['prospect_id'])}`;
    const { body: prospect } = await api.call('GET', path);
    expect(prospect).toMatchObject({
      lead_id: record['lead_id'],
      psa_ticket_id: ticketId,
      status: 'prospecting',
      qualification_data: { pain_points: 'Slow reports', fit_score: 85 },
      history: [{ from: null, to: 'prospecting', by: 'import' }],
    });

    const { status } = await api.call('PUT', `${path}/status`, { status: 'qualified' });
    expect(status).toBe(200);
    expect(system.simulator.ticket(ticketId)).toMatchObject({ tickettype_id: 2, status_id: 12 });
  });
});

describe('a lead whose ticket has a configured status', () => {
  afterEach(async () => {
    await configure(system, { status_ids: { engaged: 0 } });
  });

  it('starts at the state that the status maps to', async () => {
    await configure(system, { status_ids: { engaged: 3 } });
    await expect(importedLead(seedLead({ status_id: 3 }).lead)).resolves.toMatchObject({ status: 'engaged' });
  });
});
