import { describe, expect, it } from '@jest/globals';

import { eachDialect, useDialect } from '../support/each-psa.js';
import type { LifecycleHarness } from '../support/lifecycle-harness.js';
import { useLifecycle } from '../support/use-lifecycle.js';

let harness: LifecycleHarness;
const places = useLifecycle((other) => {
  harness = other;
});

const fourFields = {
  pain_points: 'Manual reporting',
  budget_range: '50k-100k',
  decision_maker: 'Head of operations',
  fit_score: 60,
};
const opportunityData = { value: 60_000, probability: 40, expected_close_date: '2027-03-31' };

async function eventsOf(leadId: number): Promise<unknown[]> {
  const rows = await harness.mongo
    .collection('events')
    .find({ 'data.lead_id': leadId })
    .sort({ _id: 1 })
    .toArray();
  return rows.map(({ type }) => type as unknown);
}

/** Runs a job again until nothing blocks it. */
async function settled(jobId: string) {
  for (;;) {
    const job = await harness.job(jobId);
    if (job.status !== 'active') {
      return job;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    await harness.attempt(jobId, true).catch(() => undefined);
  }
}

describe.each(eachDialect)('a conversion, on the $name PSA', (kind) => {
  useDialect(kind, places);

  it('writes type, status, category and CF_201 to CF_206 to the ticket, and carries all data forward', async () => {
    const { leadId, ticketId } = await harness.seedLead('engaged');
    const job = await harness.run('prospect_conversion', { lead_id: leadId, qualification_data: fourFields });
    expect(job.status).toBe('completed');
    expect(harness.simulator.ticket(ticketId)).toMatchObject({
      tickettype_id: 2,
      status_id: 10,
      category_1: 'Prospect',
      customfields: {
        201: 'Manual reporting',
        203: 'Head of operations',
        204: '50k-100k',
        206: 60,
      },
    });
    expect(harness.writes()).toEqual([kind.name === 'halopsa' ? 'POST /api/Tickets' : 'PUT /api/Tickets']);
    const prospect = await harness.records.findProspect(Number(job.result?.['prospectId']));
    expect(prospect).toMatchObject({
      leadId,
      status: 'new_prospect',
      lead: { email: `ada.${leadId}@company.example.com`, research: { publicResearch: 'Listed in 2020' } },
      qualification: { fitScore: 60, timeframe: null },
      history: [{ from: 'engaged', to: 'new_prospect', by: 'Test desk' }],
    });
    expect(await eventsOf(leadId)).toEqual(['prospect.converted']);
  });

  it.each(Object.keys(fourFields))('without %s is rejected, and the error names it', async (field) => {
    const { leadId } = await harness.seedLead('engaged');
    const before = await harness.remembered();
    const job = await harness.run('prospect_conversion', {
      lead_id: leadId,
      qualification_data: { ...fourFields, [field]: undefined },
    });
    expect(job.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: {
        field: `qualification_data.${field}`,
        errors: [{ field: `qualification_data.${field}`, value: null }],
      },
    });
    expect(harness.writes()).toEqual([]);
    expect(await harness.remembered()).toEqual(before);
  });

  it('without any data lists all four', async () => {
    const { leadId } = await harness.seedLead('engaged');
    const job = await harness.run('prospect_conversion', { lead_id: leadId });
    const errors = job.error?.details['errors'] as readonly { field: string }[];
    expect(errors.map(({ field }) => field).sort()).toEqual(
      Object.keys(fourFields)
        .map((field) => `qualification_data.${field}`)
        .sort(),
    );
  });

  it('uses what people have entered in the PSA if the request lacks it', async () => {
    const { leadId, ticketId } = await harness.seedLead('engaged');
    harness.simulator.actAsAgent(ticketId, {
      customfields: { 201: 'Paper forms', 204: '10k', 203: 'Owner', 206: 75 },
    });
    const job = await harness.run('prospect_conversion', {
      lead_id: leadId,
      qualification_data: { fit_score: 90 },
    });
    expect(job.status).toBe('completed');
    expect(harness.simulator.ticket(ticketId)?.customfields).toMatchObject({ 201: 'Paper forms', 206: 90 });
  });

  it('of a lead that is not engaged is rejected, with the allowed states', async () => {
    const { leadId } = await harness.seedLead('contacted');
    const job = await harness.run('prospect_conversion', { lead_id: leadId, qualification_data: fourFields });
    expect(job.error).toEqual({
      code: 'VALIDATION_ERROR',
      message: 'A lead must be engaged to be converted; this one is contacted',
      details: {
        field: 'status',
        value: 'new_prospect',
        from: 'contacted',
        to: 'new_prospect',
        allowed: ['engaged', 'no_interest', 'do_not_contact'],
      },
    });
    expect(harness.writes()).toEqual([]);
  });

  it('happens once: a second one is rejected and names the prospect', async () => {
    const { leadId } = await harness.seedLead('engaged');
    const first = await harness.run('prospect_conversion', {
      lead_id: leadId,
      qualification_data: fourFields,
    });
    harness.simulator.requests.clear();
    const second = await harness.run('prospect_conversion', {
      lead_id: leadId,
      qualification_data: fourFields,
    });
    expect(second.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { lead_id: leadId, prospect_id: first.result?.['prospectId'] },
    });
    expect(harness.writes()).toEqual([]);
  });

  it('requested ten times concurrently happens once', async () => {
    const { leadId } = await harness.seedLead('engaged');
    const input = { lead_id: leadId, qualification_data: fourFields };
    const jobs = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const job = await harness.run('prospect_conversion', input);
        return await settled(job.jobId);
      }),
    );
    expect(jobs.filter(({ status }) => status === 'completed')).toHaveLength(1);
    expect(jobs.filter(({ error }) => error?.code === 'VALIDATION_ERROR')).toHaveLength(9);
    expect(await harness.mongo.collection('prospects').countDocuments({ leadId })).toBe(1);
    expect(await eventsOf(leadId)).toEqual(['prospect.converted']);
  });

  it('keeps the prospect if the PSA rejects the opportunity that was requested with it', async () => {
    const { leadId } = await harness.seedLead('engaged');
    harness.simulator.faults.set({ kind: 'error', status: 400, method: 'POST', path: '/api/Opportunities' });
    const job = await harness.run('prospect_conversion', {
      lead_id: leadId,
      qualification_data: { ...fourFields, fit_score: 80, timeframe: 'Q3', qualified_services: 'Automation' },
      conversion_options: { create_opportunity: true },
      opportunity_data: opportunityData,
    });
    const [prospect] = await harness.mongo.collection('prospects').find({ leadId }).toArray();
    expect(job).toMatchObject({
      status: 'failed',
      error: { code: 'EXTERNAL_API_ERROR', details: { service: 'psa', prospect_id: prospect?.['_id'] } },
    });
    expect(prospect).toMatchObject({ status: 'qualified', opportunityId: null });

    harness.simulator.faults.clear();
    const later = await harness.run('opportunity_creation', {
      prospect_id: Number(prospect?.['_id']),
      opportunity_data: opportunityData,
    });
    expect(later.status).toBe('completed');
  });
});

describe.each(eachDialect)('auto-conversion, on the $name PSA', (kind) => {
  useDialect(kind, places);

  const qualificationData = { ...fourFields, fit_score: 80 };

  it('is off by default', async () => {
    const { leadId } = await harness.seedLead('contacted');
    const job = await harness.run('lead_status', {
      lead_id: leadId,
      status: 'engaged',
      qualification_data: qualificationData,
    });
    expect(job.result).not.toHaveProperty('conversionJobId');
    expect(harness.enqueued).toEqual([]);
  });

  it('converts a lead that becomes engaged with complete data, in a separate job', async () => {
    harness.settings = { ...harness.settings, autoConversion: true };
    const { leadId } = await harness.seedLead('contacted');
    const job = await harness.run('lead_status', {
      lead_id: leadId,
      status: 'engaged',
      qualification_data: qualificationData,
    });
    const conversionJobId = String(job.result?.['conversionJobId']);
    expect(harness.enqueued).toEqual([{ jobId: conversionJobId, type: 'prospect_conversion' }]);
    await harness.attempt(conversionJobId);
    expect(await harness.job(conversionJobId)).toMatchObject({
      status: 'completed',
      actor: { name: 'Test desk' },
    });
    expect(await harness.records.findLead(leadId)).toMatchObject({ prospectId: expect.any(Number) });
  });

  it('finds the data in CF_201 to CF_206 of the ticket', async () => {
    harness.settings = { ...harness.settings, autoConversion: true };
    const { leadId, ticketId } = await harness.seedLead('contacted');
    harness.simulator.actAsAgent(ticketId, {
      customfields: { 201: 'Paper forms', 204: '10k', 203: 'Owner', 206: 75 },
    });
    const job = await harness.run('lead_status', { lead_id: leadId, status: 'engaged' });
    const conversionJobId = String(job.result?.['conversionJobId']);
    await harness.attempt(conversionJobId);
    expect((await harness.job(conversionJobId)).status).toBe('completed');
  });

  it('leaves a lead engaged if its data is not complete', async () => {
    harness.settings = { ...harness.settings, autoConversion: true };
    const { leadId } = await harness.seedLead('contacted');
    const job = await harness.run('lead_status', {
      lead_id: leadId,
      status: 'engaged',
      qualification_data: { fit_score: 90 },
    });
    expect(job).toMatchObject({ status: 'completed', result: { status: 'engaged' } });
    expect(harness.enqueued).toEqual([]);
  });
});
