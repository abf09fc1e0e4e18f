import { describe, expect, it } from '@jest/globals';
import { newId } from '@leadbridge/platform';

import { eachDialect, useDialect } from '../support/each-psa.js';
import { qualified, type LifecycleHarness } from '../support/lifecycle-harness.js';
import { useLifecycle } from '../support/use-lifecycle.js';

let harness: LifecycleHarness;
const places = useLifecycle((other) => {
  harness = other;
});

/** A person changes a ticket in the PSA, which notifies us. */
async function agentSets(
  ticketId: number,
  { customfields = {}, ...fields }: Record<string, unknown> & { customfields?: Record<number, unknown> },
): Promise<void> {
  harness.simulator.actAsAgent(ticketId, { ...fields, customfields: customfields as Record<number, string> });
  await harness.tell(ticketId, told({ ...fields }, customfields));
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
  return await harness.mongo.collection('error_log').find({ leadId }).toArray();
}

describe.each(eachDialect)('a change that people make in the PSA, on the $name PSA', (kind) => {
  useDialect(kind, places);
  const isHalo = kind.name === 'halopsa';
  // Only the actions of a HaloPSA ticket show who changed it.
  const byAgent = isHalo || kind.dialect.lastUpdatedBy === 'omitted' ? 'psa' : 'psa: 2';

  it.each([
    [1, 2, 'researching'],
    [2, 3, 'contacted'],
    [2, 7, 'invalid_data'],
    [3, 4, 'engaged'],
    [3, 5, 'no_interest'],
    [3, 6, 'do_not_contact'],
  ])('of status %i to %i, which is legal, is followed (%s)', async (from, to, status) => {
    const names = ['', 'new_lead', 'researching', 'contacted'] as const;
    const { leadId, ticketId } = await harness.seedLead(names[from as 1 | 2 | 3]);
    await agentSets(ticketId, { status_id: to });
    const lead = await harness.records.findLead(leadId);
    expect(lead).toMatchObject({ status, irregularChanges: [] });
    expect(lead?.history.at(-1)).toMatchObject({ from: names[from as 1], to: status, by: byAgent });
    expect(harness.writes()).toEqual([]);
    expect(await warningsOf(leadId)).toEqual([]);
  });

  it('that is illegal stays in the PSA, is shown on the record, and logged once', async () => {
    const { leadId, ticketId } = await harness.seedLead('new_lead');
    await agentSets(ticketId, { status_id: 4 });
    await harness.tell(ticketId, told({ status_id: 4 }));
    await harness.tell(ticketId, told({ status_id: '4' }));
    expect(await harness.records.findLead(leadId)).toMatchObject({
      status: 'new_lead',
      irregularChanges: [
        {
          from: 'new_lead',
          to: 'engaged',
          by: byAgent,
          psaStatusId: isHalo ? expect.any(Number) : 4,
          psaTickettypeId: 1,
        },
      ],
    });
    expect(await warningsOf(leadId)).toMatchObject([
      { level: 'warning', errorCode: 'ILLEGAL_TRANSITION', source: 'psa', jobId: 'job_told' },
    ]);
    expect(harness.simulator.ticket(ticketId)?.status_id).toBe(4);
    expect(harness.writes()).toEqual([]);
  });

  it('to a status that only the PSA knows does nothing', async () => {
    const { leadId, ticketId } = await harness.seedLead('new_lead');
    const before = await harness.remembered();
    await harness.tell(ticketId, told({ status_id: 99 }));
    expect(await harness.remembered()).toEqual(before);
    expect((await harness.records.findLead(leadId))?.status).toBe('new_lead');
  });

  it('in quick succession is followed transition by transition', async () => {
    const { leadId, ticketId } = await harness.seedLead('new_lead');
    harness.simulator.actAsAgent(ticketId, { status_id: 2 });
    harness.simulator.actAsAgent(ticketId, { status_id: 3 });
    await harness.tell(ticketId, told({ status_id: 2 }));
    await harness.tell(ticketId, told({ status_id: 3 }));
    const lead = await harness.records.findLead(leadId);
    expect(lead?.history.map(({ to }) => to)).toEqual(['new_lead', 'researching', 'contacted']);
    expect(await warningsOf(leadId)).toEqual([]);
  });

  it('of a ticket that was not imported does nothing', async () => {
    const before = await harness.remembered();
    await harness.tell(harness.simulator.seedTicket(), told({ status_id: 2 }));
    await harness.tell(999_999, told({ status_id: 2 }));
    expect(await harness.remembered()).toEqual(before);
  });

  it.each([
    ['nothing at all', {}],
    ['forms that nobody knows', { status_id: 'x', customfields: 'y', tickettype_id: null }],
    ['custom fields without numbers', { customfields: [null, {}, { id: 'a' }, { id: 201 }] }],
  ])('reported as %s does nothing', async (_name, changes) => {
    const { ticketId } = await harness.seedLead('new_lead');
    const before = await harness.remembered();
    await harness.tell(ticketId, changes);
    expect(await harness.remembered()).toEqual(before);
  });

  it('that turns an engaged lead into a prospect creates one here, with the data entered there', async () => {
    const { leadId, ticketId } = await harness.seedLead('engaged');
    await agentSets(ticketId, {
      tickettype_id: 2,
      status_id: 10,
      category_1: 'Prospect',
      customfields: { 201: 'Paper forms', 206: 77 },
    });
    const lead = await harness.records.findLead(leadId);
    const prospect = await harness.records.findProspect(lead?.prospectId ?? 0);
    expect(prospect).toMatchObject({
      status: 'new_prospect',
      qualification: { painPoints: 'Paper forms', fitScore: 77 },
      history: [{ from: 'engaged', to: 'new_prospect', by: byAgent }],
      convertedBy: null,
    });
    const events = await harness.mongo.collection('events').find({ 'data.lead_id': leadId }).toArray();
    expect(events.map(({ type }) => type as unknown)).toEqual(['prospect.converted']);
    expect(harness.writes()).toEqual([]);
  });

  it('that turns a lead that is not engaged into a prospect is illegal', async () => {
    const { leadId, ticketId } = await harness.seedLead('contacted');
    await agentSets(ticketId, { tickettype_id: 2 });
    expect(await harness.records.findLead(leadId)).toMatchObject({
      status: 'contacted',
      prospectId: null,
      irregularChanges: [{ to: 'new_prospect', psaTickettypeId: 2 }],
    });
  });

  it('that makes a prospect qualified is only followed if the criteria are met', async () => {
    const short = await harness.seedProspect('prospecting', { ...qualified, timeframe: null });
    await agentSets(short.ticketId, { status_id: 12 });
    expect(await harness.records.findProspect(short.prospectId)).toMatchObject({
      status: 'prospecting',
      irregularChanges: [{ to: 'qualified' }],
    });
    const whole = await harness.seedProspect('prospecting', { ...qualified, timeframe: null });
    await agentSets(whole.ticketId, { status_id: 12, customfields: { 205: 'Next spring' } });
    expect(await harness.records.findProspect(whole.prospectId)).toMatchObject({
      status: 'qualified',
      qualification: { timeframe: 'Next spring' },
      irregularChanges: [],
    });
  });

  it('that turns a prospect back into a lead is illegal', async () => {
    const { prospectId, ticketId } = await harness.seedProspect('new_prospect');
    await agentSets(ticketId, { tickettype_id: 1 });
    expect(await harness.records.findProspect(prospectId)).toMatchObject({
      status: 'new_prospect',
      irregularChanges: [{ from: 'new_prospect', to: 'lead', psaTickettypeId: 1 }],
    });
  });

  it('of CF_201 to CF_206 is copied, including cleared fields', async () => {
    const { prospectId, ticketId } = await harness.seedProspect('prospecting', qualified);
    await agentSets(ticketId, { customfields: { 204: '1M', 206: 91 } });
    expect((await harness.records.findProspect(prospectId))?.qualification).toEqual({
      ...qualified,
      budgetRange: '1M',
      fitScore: 91,
    });
    harness.simulator.actAsAgent(ticketId, { customfields: { 204: null } });
    await harness.tell(ticketId, told({}, { 204: null }));
    expect((await harness.records.findProspect(prospectId))?.qualification.budgetRange).toBeNull();
  });

  it('to engaged starts the conversion if auto-conversion is on and the data is complete', async () => {
    harness.settings = { ...harness.settings, autoConversion: true };
    const { leadId, ticketId } = await harness.seedLead('contacted');
    await agentSets(ticketId, {
      status_id: 4,
      customfields: { 201: 'Paper forms', 203: 'Owner', 204: '10k', 206: 75 },
    });
    expect(harness.enqueued).toMatchObject([{ type: 'prospect_conversion' }]);
    await harness.attempt(String(harness.enqueued[0]?.jobId));
    expect(await harness.records.findLead(leadId)).toMatchObject({ prospectId: expect.any(Number) });
  });
});

describe.each(eachDialect)("the service's own writes, on the $name PSA", (kind) => {
  useDialect(kind, places);

  it('are reported as notifications and do nothing', async () => {
    const { leadId, ticketId } = await harness.seedLead('new_lead');
    await harness.run('lead_status', { lead_id: leadId, status: 'researching' });
    await harness.run('lead_status', { lead_id: leadId, status: 'contacted' });
    const before = await harness.remembered();
    // The second write may have been made before the first is reported.
    await harness.tell(ticketId, told({ status_id: 2 }));
    await harness.tell(ticketId, told({ status_id: 3 }));
    await harness.tell(ticketId, told({ status_id: 2 }));
    expect(await harness.remembered()).toEqual(before);
  });

  it('do nothing either if they are reported before our record shows them', async () => {
    const { leadId, ticketId } = await harness.seedLead('contacted');
    const jobId = newId('job') as never;
    // A worker died between the PSA's response and the record of an unfinished job.
    await harness.mongo.collection('lifecycle_intents').insertOne({
      _id: jobId,
      leadId,
      to: ['engaged'],
      at: new Date(),
    });
    await harness.mongo.collection('jobs').insertOne({ _id: jobId, type: 'lead_status', status: 'active' });
    harness.simulator.actAsAgent(ticketId, { status_id: 4 });
    const before = await harness.remembered();
    await harness.tell(ticketId, told({ status_id: 4 }));
    expect(await harness.remembered()).toEqual(before);

    await harness.mongo.collection('jobs').updateOne({ _id: jobId }, { $set: { status: 'failed' } });
    await harness.tell(ticketId, told({ status_id: 4 }));
    expect((await harness.records.findLead(leadId))?.status).toBe('engaged');
  });

  it('of a conversion are reported and create no second prospect', async () => {
    const { leadId, ticketId } = await harness.seedLead('engaged');
    const job = await harness.run('prospect_conversion', {
      lead_id: leadId,
      qualification_data: {
        pain_points: 'Paper forms',
        budget_range: '10k',
        decision_maker: true,
        fit_score: 80,
      },
    });
    expect(job.status).toBe('completed');
    const before = await harness.remembered();
    await harness.tell(ticketId, told({ tickettype_id: 2, status_id: 10 }, { 201: 'Paper forms', 206: 80 }));
    expect(await harness.remembered()).toEqual(before);
  });
});
