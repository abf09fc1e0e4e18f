import { describe, expect, it } from '@jest/globals';
import type { QualificationData } from '@leadbridge/domain';

import { eachDialect, useDialect } from '../support/each-psa.js';
import { qualified, type LifecycleHarness } from '../support/lifecycle-harness.js';
import { useLifecycle } from '../support/use-lifecycle.js';

let harness: LifecycleHarness;
const places = useLifecycle((other) => {
  harness = other;
});

const opportunityData = { value: 60_000, probability: 40, expected_close_date: '2027-03-31' };

async function eventsOf(leadId: number): Promise<unknown[]> {
  const rows = await harness.mongo
    .collection('events')
    .find({ 'data.lead_id': leadId })
    .sort({ _id: 1 })
    .toArray();
  return rows.map(({ type }) => type as unknown);
}

describe.each(eachDialect)('a prospect to be qualified, on the $name PSA', (kind) => {
  useDialect(kind, places);

  const criteria = {
    painPoints: 'pain_points',
    budgetRange: 'budget_range',
    decisionMaker: 'decision_maker',
    timeframe: 'timeframe',
    fitScore: 'fit_score',
    qualifiedServices: 'qualified_services',
  } as const;

  it.each(Object.entries(criteria))('lacks %s, and the error says so (%s)', async (key, field) => {
    const data: QualificationData = { ...qualified, [key]: null };
    const { prospectId } = await harness.seedProspect('prospecting', data);
    const job = await harness.run('prospect_status', { prospect_id: prospectId, status: 'qualified' });
    expect(job.error?.details['errors']).toMatchObject([{ field: `qualification_data.${field}` }]);
    expect(harness.writes()).toEqual([]);
  });

  it.each([
    ['a fit score of 69', { fitScore: 69 }, 'fit_score'],
    ['a decision maker of No', { decisionMaker: 'No' }, 'decision_maker'],
  ])('has %s, which counts as missing', async (_name, changed, field) => {
    const { prospectId } = await harness.seedProspect('prospecting', { ...qualified, ...changed });
    const refused = await harness.run('prospect_status', { prospect_id: prospectId, status: 'qualified' });
    expect(refused.error?.details['errors']).toMatchObject([{ field: `qualification_data.${field}` }]);
    const job = await harness.run('prospect_status', { prospect_id: prospectId, status: 'disqualified' });
    expect(job.status).toBe('completed');
  });

  it('may supply missing data, which is written to the ticket', async () => {
    const { prospectId, ticketId, leadId } = await harness.seedProspect('prospecting', {
      ...qualified,
      timeframe: null,
      fitScore: 50,
    });
    const job = await harness.run('prospect_status', {
      prospect_id: prospectId,
      status: 'qualified',
      qualification_data: { timeframe: 'Next spring', fit_score: 70 },
    });
    expect(job.status).toBe('completed');
    expect(harness.simulator.ticket(ticketId)?.customfields).toMatchObject({ 205: 'Next spring', 206: 70 });
    expect(await eventsOf(leadId)).toEqual(['prospect.qualified']);
  });

  it('cannot be disqualified while it meets all five criteria', async () => {
    const { prospectId } = await harness.seedProspect('prospecting', qualified);
    const job = await harness.run('prospect_status', { prospect_id: prospectId, status: 'disqualified' });
    expect(job.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field: 'status', value: 'disqualified', from: 'prospecting', allowed: ['qualified'] },
    });
    expect(harness.writes()).toEqual([]);
  });
});

describe.each(eachDialect)('a promotion, on the $name PSA', (kind) => {
  useDialect(kind, places);

  it('of a prospect that is not qualified is rejected', async () => {
    const { prospectId } = await harness.seedProspect('prospecting', qualified);
    const job = await harness.run('opportunity_creation', {
      prospect_id: prospectId,
      opportunity_data: opportunityData,
    });
    expect(job.error?.details).toMatchObject({
      from: 'prospecting',
      to: 'new_opportunity',
      allowed: ['qualified', 'disqualified'],
    });
    expect(harness.simulator.requests.count({ method: 'POST', path: '/api/Opportunities' })).toBe(0);
  });

  it('requires products and services, which default to the qualified ones', async () => {
    const none = await harness.seedProspect('qualified', { ...qualified, qualifiedServices: null });
    const refused = await harness.run('opportunity_creation', {
      prospect_id: none.prospectId,
      opportunity_data: opportunityData,
    });
    expect(refused.error?.details['errors']).toMatchObject([{ field: 'opportunity_data.products_services' }]);
    const some = await harness.seedProspect('qualified', qualified);
    const job = await harness.run('opportunity_creation', {
      prospect_id: some.prospectId,
      opportunity_data: opportunityData,
    });
    const opportunity = await harness.records.findOpportunity(Number(job.result?.['opportunityId']));
    expect(opportunity?.opportunity).toMatchObject({ productsServices: 'Automation' });
    expect(await eventsOf(some.leadId)).toEqual(['opportunity.created']);
  });

  it('that was interrupted after the PSA created the opportunity continues with that one', async () => {
    const { prospectId, ticketId } = await harness.seedProspect('qualified', qualified);
    const input = { prospect_id: prospectId, opportunity_data: opportunityData };
    const jobId = await harness.store('opportunity_creation', input);
    const record = async () => Promise.reject(new Error('The database is away'));
    await expect(harness.attempt(jobId, false, { record })).rejects.toThrow('The database is away');
    await harness.attempt(jobId);

    expect(await harness.job(jobId)).toMatchObject({ status: 'completed' });
    const userId = harness.simulator.ticket(ticketId)?.user_id;
    const made = harness.simulator.opportunities().filter((opportunity) => opportunity.user_id === userId);
    expect(made).toHaveLength(1);
  });

  it('happens once', async () => {
    const { prospectId } = await harness.seedProspect('qualified', qualified);
    const input = { prospect_id: prospectId, opportunity_data: opportunityData };
    const first = await harness.run('opportunity_creation', input);
    const second = await harness.run('opportunity_creation', input);
    expect(second.error?.details).toMatchObject({
      prospect_id: prospectId,
      opportunity_id: first.result?.['opportunityId'],
    });
    expect(await harness.mongo.collection('opportunities').countDocuments({ prospectId })).toBe(1);
  });
});

describe.each(eachDialect)('an opportunity, on the $name PSA', (kind) => {
  useDialect(kind, places);

  it.each(['won', 'lost'])(
    'that is %s keeps state, value and probability, and accepts notes',
    async (status) => {
      const { opportunityId, ticketId, leadId } = await harness.seedOpportunity('negotiation');
      const closed = await harness.run('opportunity_update', { opportunity_id: opportunityId, status });
      expect(closed.status).toBe('completed');
      expect(await eventsOf(leadId)).toEqual([`opportunity.${status}`]);
      harness.simulator.requests.clear();

      const changed = await harness.run('opportunity_update', {
        opportunity_id: opportunityId,
        value: 1,
        probability: 99,
      });
      expect(changed.error?.details['errors']).toMatchObject([
        { field: 'value', value: 1 },
        { field: 'probability', value: 99 },
      ]);
      const moved = await harness.run('opportunity_update', {
        opportunity_id: opportunityId,
        status: 'negotiation',
        notes: 'They came back',
      });
      expect(moved.error?.details).toMatchObject({ from: status, to: 'negotiation', allowed: [] });
      expect(harness.writes()).toEqual([]);

      const noted = await harness.run('opportunity_update', {
        opportunity_id: opportunityId,
        value: 50_000,
        notes: 'Ask again next year',
      });
      expect(noted.status).toBe('completed');
      expect(harness.simulator.actions(ticketId).at(-1)?.note).toContain('Ask again next year');
      expect((await harness.records.findOpportunity(opportunityId))?.notes).toMatchObject([
        { text: 'Ask again next year', by: 'Test desk' },
      ]);
    },
  );

  it('changes although the PSA rejects the note, which stays on our record and is reported in the error log', async () => {
    const { opportunityId, leadId } = await harness.seedOpportunity('new_opportunity');
    harness.simulator.faults.set({ kind: 'error', status: 400, method: 'POST', path: '/api/Actions' });
    const job = await harness.run('opportunity_update', {
      opportunity_id: opportunityId,
      status: 'progressing',
      notes: 'Sent the offer',
    });
    expect(job.status).toBe('completed');
    expect(await harness.records.findOpportunity(opportunityId)).toMatchObject({
      status: 'progressing',
      notes: [{ text: 'Sent the offer' }],
    });
    expect(await harness.mongo.collection('error_log').find({ leadId }).toArray()).toMatchObject([
      { level: 'warning', errorCode: 'NOTE_REFUSED', jobId: job.jobId },
    ]);
  });

  it('requested to become what it already is costs no write', async () => {
    const { opportunityId } = await harness.seedOpportunity('progressing');
    harness.simulator.requests.clear();
    const before = await harness.remembered();
    const job = await harness.run('opportunity_update', {
      opportunity_id: opportunityId,
      status: 'progressing',
      value: 50_000,
      probability: 40,
    });
    expect(job.result).toMatchObject({ status: 'progressing', value: 50_000, probability: 40 });
    expect(harness.writes()).toEqual([]);
    expect(await harness.remembered()).toEqual(before);
  });

  it('keeps the text that people have written in its details, and adds news in an Action', async () => {
    const { opportunityId, psaOpportunityId, ticketId } = await harness.seedOpportunity('progressing');
    await harness.mongo
      .collection('opportunities')
      .updateOne({ _id: opportunityId as never }, { $set: { psaDetails: 'Before a person wrote in it' } });
    const job = await harness.run('opportunity_update', { opportunity_id: opportunityId, value: 99_000 });
    expect(job.status).toBe('completed');
    expect(harness.simulator.opportunities().find(({ id }) => id === psaOpportunityId)?.details).toBe(
      'As created',
    );
    expect(harness.simulator.actions(ticketId).at(-1)?.note).toContain('Value: 99000');
  });
});
