import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@leadbridge/platform';
import { defaultSettings } from '@leadbridge/usecases';

import { eachPsa, usePsa } from '../testing/each-psa.js';
import { openLifecycleHouse, qualified, type LifecycleHouse } from '../testing/lifecycle-house.js';

let house: LifecycleHouse;

beforeAll(async () => {
  house = await openLifecycleHouse();
});

afterAll(async () => {
  await house.close();
});

beforeEach(() => {
  house.simulator.requests.clear();
  house.settings = defaultSettings('US');
  house.enqueued.length = 0;
});

/** A person changes a ticket in the PSA, which tells us of it. */
async function agentSets(
  ticketId: number,
  { customfields = {}, ...fields }: Record<string, unknown> & { customfields?: Record<number, unknown> },
): Promise<void> {
  house.simulator.actAsAgent(ticketId, { ...fields, customfields: customfields as Record<number, string> });
  await house.tell(ticketId, told({ ...fields }, customfields));
}

function told(fields: Record<string, unknown>, customfields: Record<number, unknown> = {}) {
  return {
    ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { new_value: value }])),
    ...(Object.keys(customfields).length === 0
      ? {}
      : {
          customfields: Object.entries(customfields).map(([id, value]) => ({
            id: Number(id),
            new_value: value,
          })),
        }),
  };
}

async function warningsOf(leadId: number): Promise<unknown[]> {
  return await house.mongo.collection('error_log').find({ leadId }).toArray();
}

describe.each(eachPsa)('a change that people make in the PSA, on the $name PSA', (kind) => {
  usePsa(kind, () => house.simulator);
  const byAgent = kind.dialect.lastUpdatedBy === 'omitted' ? 'psa' : 'psa: 2';

  it.each([
    [1, 2, 'researching'],
    [2, 3, 'contacted'],
    [2, 7, 'invalid_data'],
    [3, 4, 'engaged'],
    [3, 5, 'no_interest'],
    [3, 6, 'do_not_contact'],
  ])('of status %i to %i, which is legal, is followed (%s)', async (from, to, status) => {
    const names = ['', 'new_lead', 'researching', 'contacted'] as const;
    const { leadId, ticketId } = await house.seedLead(names[from as 1 | 2 | 3]);
    await agentSets(ticketId, { status_id: to });
    const lead = await house.records.findLead(leadId);
    expect(lead).toMatchObject({ status, irregularChanges: [] });
    expect(lead?.history.at(-1)).toMatchObject({ from: names[from as 1], to: status, by: byAgent });
    expect(house.writes()).toEqual([]);
    expect(await warningsOf(leadId)).toEqual([]);
  });

  it('that is illegal stays in the PSA, is shown on the record, and warned of once', async () => {
    const { leadId, ticketId } = await house.seedLead('new_lead');
    await agentSets(ticketId, { status_id: 4 });
    await house.tell(ticketId, told({ status_id: 4 }));
    await house.tell(ticketId, told({ status_id: '4' }));
    expect(await house.records.findLead(leadId)).toMatchObject({
      status: 'new_lead',
      irregularChanges: [
        { from: 'new_lead', to: 'engaged', by: byAgent, psaStatusId: 4, psaTickettypeId: 1 },
      ],
    });
    expect(await warningsOf(leadId)).toMatchObject([
      { level: 'warning', errorCode: 'ILLEGAL_TRANSITION', source: 'psa', jobId: 'job_told' },
    ]);
    expect(house.simulator.ticket(ticketId)?.status_id).toBe(4);
    expect(house.writes()).toEqual([]);
  });

  it('to a status that only the PSA knows does nothing', async () => {
    const { leadId, ticketId } = await house.seedLead('new_lead');
    const before = await house.remembered();
    await house.tell(ticketId, told({ status_id: 99 }));
    expect(await house.remembered()).toEqual(before);
    expect((await house.records.findLead(leadId))?.status).toBe('new_lead');
  });

  it('in quick succession is followed move by move', async () => {
    const { leadId, ticketId } = await house.seedLead('new_lead');
    house.simulator.actAsAgent(ticketId, { status_id: 2 });
    house.simulator.actAsAgent(ticketId, { status_id: 3 });
    await house.tell(ticketId, told({ status_id: 2 }));
    await house.tell(ticketId, told({ status_id: 3 }));
    const lead = await house.records.findLead(leadId);
    expect(lead?.history.map(({ to }) => to)).toEqual(['new_lead', 'researching', 'contacted']);
    expect(await warningsOf(leadId)).toEqual([]);
  });

  it('of a ticket that nobody imported does nothing', async () => {
    const before = await house.remembered();
    await house.tell(house.simulator.seedTicket(), told({ status_id: 2 }));
    await house.tell(999_999, told({ status_id: 2 }));
    expect(await house.remembered()).toEqual(before);
  });

  it.each([
    ['nothing at all', {}],
    ['forms that nobody knows', { status_id: 'x', customfields: 'y', tickettype_id: null }],
    ['custom fields without numbers', { customfields: [null, {}, { id: 'a' }, { id: 201 }] }],
  ])('told as %s does nothing', async (_name, changes) => {
    const { ticketId } = await house.seedLead('new_lead');
    const before = await house.remembered();
    await house.tell(ticketId, changes);
    expect(await house.remembered()).toEqual(before);
  });

  it('by which an engaged lead becomes a prospect makes one here, with the data entered there', async () => {
    const { leadId, ticketId } = await house.seedLead('engaged');
    await agentSets(ticketId, {
      tickettype_id: 2,
      status_id: 10,
      category_1: 'Prospect',
      customfields: { 201: 'Paper forms', 206: 77 },
    });
    const lead = await house.records.findLead(leadId);
    const prospect = await house.records.findProspect(lead?.prospectId ?? 0);
    expect(prospect).toMatchObject({
      status: 'new_prospect',
      qualification: { painPoints: 'Paper forms', fitScore: 77 },
      history: [{ from: 'engaged', to: 'new_prospect', by: byAgent }],
      convertedBy: null,
    });
    const events = await house.mongo.collection('events').find({ 'data.lead_id': leadId }).toArray();
    expect(events.map(({ type }) => type as unknown)).toEqual(['prospect.converted']);
    expect(house.writes()).toEqual([]);
  });

  it('by which a lead that is not engaged becomes a prospect is illegal', async () => {
    const { leadId, ticketId } = await house.seedLead('contacted');
    await agentSets(ticketId, { tickettype_id: 2 });
    expect(await house.records.findLead(leadId)).toMatchObject({
      status: 'contacted',
      prospectId: null,
      irregularChanges: [{ to: 'new_prospect', psaTickettypeId: 2 }],
    });
  });

  it('by which a prospect becomes qualified holds only where the criteria are met', async () => {
    const short = await house.seedProspect('prospecting', { ...qualified, timeframe: null });
    await agentSets(short.ticketId, { status_id: 12 });
    expect(await house.records.findProspect(short.prospectId)).toMatchObject({
      status: 'prospecting',
      irregularChanges: [{ to: 'qualified' }],
    });
    const whole = await house.seedProspect('prospecting', { ...qualified, timeframe: null });
    await agentSets(whole.ticketId, { status_id: 12, customfields: { 205: 'Next spring' } });
    expect(await house.records.findProspect(whole.prospectId)).toMatchObject({
      status: 'qualified',
      qualification: { timeframe: 'Next spring' },
      irregularChanges: [],
    });
  });

  it('by which a prospect becomes a lead again is illegal', async () => {
    const { prospectId, ticketId } = await house.seedProspect('new_prospect');
    await agentSets(ticketId, { tickettype_id: 1 });
    expect(await house.records.findProspect(prospectId)).toMatchObject({
      status: 'new_prospect',
      irregularChanges: [{ from: 'new_prospect', to: 'lead', psaTickettypeId: 1 }],
    });
  });

  it('of CF_201 to CF_206 is taken over, emptied ones too', async () => {
    const { prospectId, ticketId } = await house.seedProspect('prospecting', qualified);
    await agentSets(ticketId, { customfields: { 204: '1M', 206: 91 } });
    expect((await house.records.findProspect(prospectId))?.qualification).toEqual({
      ...qualified,
      budgetRange: '1M',
      fitScore: 91,
    });
    house.simulator.actAsAgent(ticketId, { customfields: { 204: null } });
    await house.tell(ticketId, told({}, { 204: null }));
    expect((await house.records.findProspect(prospectId))?.qualification.budgetRange).toBeNull();
  });

  it('to engaged starts the conversion where auto-conversion is on and the data are complete', async () => {
    house.settings = { ...house.settings, autoConversion: true };
    const { leadId, ticketId } = await house.seedLead('contacted');
    await agentSets(ticketId, {
      status_id: 4,
      customfields: { 201: 'Paper forms', 203: 'Owner', 204: '10k', 206: 75 },
    });
    expect(house.enqueued).toMatchObject([{ type: 'prospect_conversion' }]);
    await house.attempt(String(house.enqueued[0]?.jobId));
    expect(await house.records.findLead(leadId)).toMatchObject({ prospectId: expect.any(Number) });
  });
});

describe.each(eachPsa)('what the service itself has written, on the $name PSA', (kind) => {
  usePsa(kind, () => house.simulator);

  it('comes back as a notification and does nothing', async () => {
    const { leadId, ticketId } = await house.seedLead('new_lead');
    await house.run('lead_status', { lead_id: leadId, status: 'researching' });
    await house.run('lead_status', { lead_id: leadId, status: 'contacted' });
    const before = await house.remembered();
    // The second write may have been made before the first is told of.
    await house.tell(ticketId, told({ status_id: 2 }));
    await house.tell(ticketId, told({ status_id: 3 }));
    await house.tell(ticketId, told({ status_id: 2 }));
    expect(await house.remembered()).toEqual(before);
  });

  it('does nothing either where it is told of before our record says so', async () => {
    const { leadId, ticketId } = await house.seedLead('contacted');
    const jobId = newId('job') as never;
    // A worker died between the answer of the PSA and the record of a job that is not finished.
    await house.mongo.collection('lifecycle_intents').insertOne({
      _id: jobId,
      leadId,
      to: ['engaged'],
      at: new Date(),
    });
    await house.mongo.collection('jobs').insertOne({ _id: jobId, type: 'lead_status', status: 'active' });
    house.simulator.actAsAgent(ticketId, { status_id: 4 });
    const before = await house.remembered();
    await house.tell(ticketId, told({ status_id: 4 }));
    expect(await house.remembered()).toEqual(before);

    await house.mongo.collection('jobs').updateOne({ _id: jobId }, { $set: { status: 'failed' } });
    await house.tell(ticketId, told({ status_id: 4 }));
    expect((await house.records.findLead(leadId))?.status).toBe('engaged');
  });

  it('of a conversion comes back and makes no second prospect', async () => {
    const { leadId, ticketId } = await house.seedLead('engaged');
    const job = await house.run('prospect_conversion', {
      lead_id: leadId,
      qualification_data: {
        pain_points: 'Paper forms',
        budget_range: '10k',
        decision_maker: true,
        fit_score: 80,
      },
    });
    expect(job.status).toBe('completed');
    const before = await house.remembered();
    await house.tell(ticketId, told({ tickettype_id: 2, status_id: 10 }, { 201: 'Paper forms', 206: 80 }));
    expect(await house.remembered()).toEqual(before);
  });
});
