import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { QualificationData } from '@leadbridge/domain';
import { newId } from '@leadbridge/platform';
import { defaultSettings } from '@leadbridge/usecases';

import { openLifecycleHouse, qualified, type LifecycleHouse } from '../testing/lifecycle-house.js';

let house: LifecycleHouse;

beforeAll(async () => {
  house = await openLifecycleHouse();
}, 60_000);

afterAll(async () => {
  await house.close();
});

beforeEach(() => {
  house.simulator.faults.clear();
  house.simulator.requests.clear();
  house.settings = defaultSettings('US');
  house.enqueued.length = 0;
});

const fourFields = {
  pain_points: 'Manual reporting',
  budget_range: '50k-100k',
  decision_maker: 'Head of operations',
  fit_score: 60,
};
const opportunityData = { value: 60_000, probability: 40, expected_close_date: '2027-03-31' };

async function eventsOf(leadId: number): Promise<unknown[]> {
  const rows = await house.mongo
    .collection('events')
    .find({ 'data.lead_id': leadId })
    .sort({ _id: 1 })
    .toArray();
  return rows.map(({ type }) => type as unknown);
}

async function noticesOf(leadId: number): Promise<Record<string, unknown>[]> {
  return await house.mongo.collection('error_log').find({ leadId }).toArray();
}

describe('a conversion', () => {
  it('writes type, status, category and CF_201 to CF_206 to the ticket, and carries all data forward', async () => {
    const { leadId, ticketId } = await house.seedLead('engaged');
    const job = await house.run('prospect_conversion', { lead_id: leadId, qualification_data: fourFields });
    expect(job.status).toBe('completed');
    expect(house.simulator.ticket(ticketId)).toMatchObject({
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
    expect(house.writes()).toEqual(['PUT /api/Tickets']);
    const prospect = await house.records.findProspect(Number(job.result?.['prospect_id']));
    expect(prospect).toMatchObject({
      leadId,
      status: 'new_prospect',
      lead: { email: `ada.${leadId}@company.example.com`, research: { publicResearch: 'Listed in 2020' } },
      qualification: { fitScore: 60, timeframe: null },
      history: [{ from: 'engaged', to: 'new_prospect', by: 'Test desk' }],
    });
    expect(await eventsOf(leadId)).toEqual(['prospect.converted']);
  });

  it.each(Object.keys(fourFields))('without %s is refused, and names it', async (field) => {
    const { leadId } = await house.seedLead('engaged');
    const before = await house.remembered();
    const job = await house.run('prospect_conversion', {
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
    expect(house.writes()).toEqual([]);
    expect(await house.remembered()).toEqual(before);
  });

  it('without any data names all four, one by one', async () => {
    const { leadId } = await house.seedLead('engaged');
    const job = await house.run('prospect_conversion', { lead_id: leadId });
    const errors = job.error?.details['errors'] as readonly { field: string }[];
    expect(errors.map(({ field }) => field).sort()).toEqual(
      Object.keys(fourFields)
        .map((field) => `qualification_data.${field}`)
        .sort(),
    );
  });

  it('takes what people have entered in the PSA where the request lacks it', async () => {
    const { leadId, ticketId } = await house.seedLead('engaged');
    house.simulator.actAsAgent(ticketId, {
      customfields: { 201: 'Paper forms', 204: '10k', 203: 'Owner', 206: 75 },
    });
    const job = await house.run('prospect_conversion', {
      lead_id: leadId,
      qualification_data: { fit_score: 90 },
    });
    expect(job.status).toBe('completed');
    expect(house.simulator.ticket(ticketId)?.customfields).toMatchObject({ 201: 'Paper forms', 206: 90 });
  });

  it('of a lead that is not engaged is refused, with the states that it may move to', async () => {
    const { leadId } = await house.seedLead('contacted');
    const job = await house.run('prospect_conversion', { lead_id: leadId, qualification_data: fourFields });
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
    expect(house.writes()).toEqual([]);
  });

  it('is made once: a second one is refused and names the prospect', async () => {
    const { leadId } = await house.seedLead('engaged');
    const first = await house.run('prospect_conversion', { lead_id: leadId, qualification_data: fourFields });
    house.simulator.requests.clear();
    const second = await house.run('prospect_conversion', {
      lead_id: leadId,
      qualification_data: fourFields,
    });
    expect(second.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { lead_id: leadId, prospect_id: first.result?.['prospect_id'] },
    });
    expect(house.writes()).toEqual([]);
  });

  it('asked for ten times at once is made once', async () => {
    const { leadId } = await house.seedLead('engaged');
    const input = { lead_id: leadId, qualification_data: fourFields };
    const jobs = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const job = await house.run('prospect_conversion', input);
        return await settled(job.jobId);
      }),
    );
    expect(jobs.filter(({ status }) => status === 'completed')).toHaveLength(1);
    expect(jobs.filter(({ error }) => error?.code === 'VALIDATION_ERROR')).toHaveLength(9);
    expect(await house.mongo.collection('prospects').countDocuments({ leadId })).toBe(1);
    expect(await eventsOf(leadId)).toEqual(['prospect.converted']);
  });

  it('keeps the prospect where the PSA refuses the opportunity that was asked for with it', async () => {
    const { leadId } = await house.seedLead('engaged');
    house.simulator.faults.set({ kind: 'error', status: 400, method: 'POST', path: '/api/Opportunities' });
    const job = await house.run('prospect_conversion', {
      lead_id: leadId,
      qualification_data: { ...fourFields, fit_score: 80, timeframe: 'Q3', qualified_services: 'Automation' },
      conversion_options: { create_opportunity: true },
      opportunity_data: opportunityData,
    });
    const [prospect] = await house.mongo.collection('prospects').find({ leadId }).toArray();
    expect(job).toMatchObject({
      status: 'failed',
      error: { code: 'EXTERNAL_API_ERROR', details: { service: 'psa', prospect_id: prospect?.['_id'] } },
    });
    expect(prospect).toMatchObject({ status: 'qualified', opportunityId: null });

    house.simulator.faults.clear();
    const later = await house.run('opportunity_creation', {
      prospect_id: prospect?.['_id'],
      opportunity_data: opportunityData,
    });
    expect(later.status).toBe('completed');
  });
});

/** Runs a job again until nothing stands in its way. */
async function settled(jobId: string) {
  for (;;) {
    const job = await house.job(jobId);
    if (job.status !== 'active') {
      return job;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    await house.attempt(jobId, true).catch(() => undefined);
  }
}

describe('a prospect asked to be qualified', () => {
  const criteria = {
    painPoints: 'pain_points',
    budgetRange: 'budget_range',
    decisionMaker: 'decision_maker',
    timeframe: 'timeframe',
    fitScore: 'fit_score',
    qualifiedServices: 'qualified_services',
  } as const;

  it.each(Object.entries(criteria))('lacks %s, and is told so (%s)', async (key, field) => {
    const data: QualificationData = { ...qualified, [key]: null };
    const { prospectId } = await house.seedProspect('prospecting', data);
    const job = await house.run('prospect_status', { prospect_id: prospectId, status: 'qualified' });
    expect(job.error?.details['errors']).toMatchObject([{ field: `qualification_data.${field}` }]);
    expect(house.writes()).toEqual([]);
  });

  it.each([
    ['a fit score of 69', { fitScore: 69 }, 'fit_score'],
    ['a decision maker of No', { decisionMaker: 'No' }, 'decision_maker'],
  ])('has %s, which counts as missing', async (_name, changed, field) => {
    const { prospectId } = await house.seedProspect('prospecting', { ...qualified, ...changed });
    const refused = await house.run('prospect_status', { prospect_id: prospectId, status: 'qualified' });
    expect(refused.error?.details['errors']).toMatchObject([{ field: `qualification_data.${field}` }]);
    const job = await house.run('prospect_status', { prospect_id: prospectId, status: 'disqualified' });
    expect(job.status).toBe('completed');
  });

  it('may bring what it lacks, which is written to the ticket', async () => {
    const { prospectId, ticketId, leadId } = await house.seedProspect('prospecting', {
      ...qualified,
      timeframe: null,
      fitScore: 50,
    });
    const job = await house.run('prospect_status', {
      prospect_id: prospectId,
      status: 'qualified',
      qualification_data: { timeframe: 'Next spring', fit_score: 70 },
    });
    expect(job.status).toBe('completed');
    expect(house.simulator.ticket(ticketId)?.customfields).toMatchObject({ 205: 'Next spring', 206: 70 });
    expect(await eventsOf(leadId)).toEqual(['prospect.qualified']);
  });

  it('cannot be disqualified while it meets all five criteria', async () => {
    const { prospectId } = await house.seedProspect('prospecting', qualified);
    const job = await house.run('prospect_status', { prospect_id: prospectId, status: 'disqualified' });
    expect(job.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field: 'status', value: 'disqualified', from: 'prospecting', allowed: ['qualified'] },
    });
    expect(house.writes()).toEqual([]);
  });
});

describe('a promotion', () => {
  it('of a prospect that is not qualified is refused', async () => {
    const { prospectId } = await house.seedProspect('prospecting', qualified);
    const job = await house.run('opportunity_creation', {
      prospect_id: prospectId,
      opportunity_data: opportunityData,
    });
    expect(job.error?.details).toMatchObject({
      from: 'prospecting',
      to: 'new_opportunity',
      allowed: ['qualified', 'disqualified'],
    });
    expect(house.simulator.requests.count({ method: 'POST', path: '/api/Opportunities' })).toBe(0);
  });

  it('needs products and services, which fall back to the qualified ones', async () => {
    const none = await house.seedProspect('qualified', { ...qualified, qualifiedServices: null });
    const refused = await house.run('opportunity_creation', {
      prospect_id: none.prospectId,
      opportunity_data: opportunityData,
    });
    expect(refused.error?.details['errors']).toMatchObject([{ field: 'opportunity_data.products_services' }]);
    const some = await house.seedProspect('qualified', qualified);
    const job = await house.run('opportunity_creation', {
      prospect_id: some.prospectId,
      opportunity_data: opportunityData,
    });
    const opportunity = await house.records.findOpportunity(Number(job.result?.['opportunity_id']));
    expect(opportunity?.opportunity).toMatchObject({ productsServices: 'Automation' });
    expect(await eventsOf(some.leadId)).toEqual(['opportunity.created']);
  });

  it('is made once', async () => {
    const { prospectId } = await house.seedProspect('qualified', qualified);
    const input = { prospect_id: prospectId, opportunity_data: opportunityData };
    const first = await house.run('opportunity_creation', input);
    const second = await house.run('opportunity_creation', input);
    expect(second.error?.details).toMatchObject({
      prospect_id: prospectId,
      opportunity_id: first.result?.['opportunity_id'],
    });
    expect(await house.mongo.collection('opportunities').countDocuments({ prospectId })).toBe(1);
  });
});

describe('an opportunity', () => {
  it.each(['won', 'lost'])(
    'that is %s keeps state, value and probability, and takes notes',
    async (status) => {
      const { opportunityId, ticketId, leadId } = await house.seedOpportunity('negotiation');
      const closed = await house.run('opportunity_update', { opportunity_id: opportunityId, status });
      expect(closed.status).toBe('completed');
      expect(await eventsOf(leadId)).toEqual([`opportunity.${status}`]);
      house.simulator.requests.clear();

      const changed = await house.run('opportunity_update', {
        opportunity_id: opportunityId,
        value: 1,
        probability: 99,
      });
      expect(changed.error?.details['errors']).toMatchObject([
        { field: 'value', value: 1 },
        { field: 'probability', value: 99 },
      ]);
      const moved = await house.run('opportunity_update', {
        opportunity_id: opportunityId,
        status: 'negotiation',
        notes: 'They came back',
      });
      expect(moved.error?.details).toMatchObject({ from: status, to: 'negotiation', allowed: [] });
      expect(house.writes()).toEqual([]);

      const noted = await house.run('opportunity_update', {
        opportunity_id: opportunityId,
        value: 50_000,
        notes: 'Ask again next year',
      });
      expect(noted.status).toBe('completed');
      expect(house.simulator.actions(ticketId).at(-1)?.note).toContain('Ask again next year');
      expect((await house.records.findOpportunity(opportunityId))?.notes).toMatchObject([
        { text: 'Ask again next year', by: 'Test desk' },
      ]);
    },
  );

  it('asked for what it is already costs no write', async () => {
    const { opportunityId } = await house.seedOpportunity('progressing');
    house.simulator.requests.clear();
    const before = await house.remembered();
    const job = await house.run('opportunity_update', {
      opportunity_id: opportunityId,
      status: 'progressing',
      value: 50_000,
      probability: 40,
    });
    expect(job.result).toMatchObject({ status: 'progressing', value: 50_000, probability: 40 });
    expect(house.writes()).toEqual([]);
    expect(await house.remembered()).toEqual(before);
  });

  it('keeps the words that people have written in its details, and tells what is new in an Action', async () => {
    const { opportunityId, psaOpportunityId, ticketId } = await house.seedOpportunity('progressing');
    await house.mongo
      .collection('opportunities')
      .updateOne({ _id: opportunityId as never }, { $set: { psaDetails: 'Before a person wrote in it' } });
    const job = await house.run('opportunity_update', { opportunity_id: opportunityId, value: 99_000 });
    expect(job.status).toBe('completed');
    expect(house.simulator.opportunities().find(({ id }) => id === psaOpportunityId)?.details).toBe(
      'As created',
    );
    expect(house.simulator.actions(ticketId).at(-1)?.note).toContain('Value: 99000');
  });
});

describe('a lead that asks not to be contacted', () => {
  it('stands on the ledger from the very moment that its record says so', async () => {
    const { leadId, ticketId } = await house.seedLead('contacted');
    const job = await house.run('lead_status', {
      lead_id: leadId,
      status: 'do_not_contact',
      reason: 'Asked by phone',
    });
    expect(job.status).toBe('completed');
    expect(house.simulator.ticket(ticketId)).toMatchObject({ status_id: 6, customfields: { 105: true } });
    expect(await house.mongo.collection('suppressions').find({ leadId }).toArray()).toMatchObject([
      { ticketId, origin: 'lifecycle', reason: 'Asked by phone', status: 'pending' },
    ]);
    expect(await house.records.findLead(leadId)).toMatchObject({
      status: 'do_not_contact',
      doNotContact: true,
    });
  });
});

describe('auto-conversion', () => {
  const qualificationData = { ...fourFields, fit_score: 80 };

  it('is off unless it is switched on', async () => {
    const { leadId } = await house.seedLead('contacted');
    const job = await house.run('lead_status', {
      lead_id: leadId,
      status: 'engaged',
      qualification_data: qualificationData,
    });
    expect(job.result).not.toHaveProperty('conversion_job_id');
    expect(house.enqueued).toEqual([]);
  });

  it('converts a lead that becomes engaged with complete data, by a job of its own', async () => {
    house.settings = { ...house.settings, autoConversion: true };
    const { leadId } = await house.seedLead('contacted');
    const job = await house.run('lead_status', {
      lead_id: leadId,
      status: 'engaged',
      qualification_data: qualificationData,
    });
    const conversionJobId = String(job.result?.['conversion_job_id']);
    expect(house.enqueued).toEqual([{ jobId: conversionJobId, type: 'prospect_conversion' }]);
    await house.attempt(conversionJobId);
    expect(await house.job(conversionJobId)).toMatchObject({
      status: 'completed',
      actor: { name: 'Test desk' },
    });
    expect(await house.records.findLead(leadId)).toMatchObject({ prospectId: expect.any(Number) });
  });

  it('finds the data in CF_201 to CF_206 of the ticket', async () => {
    house.settings = { ...house.settings, autoConversion: true };
    const { leadId, ticketId } = await house.seedLead('contacted');
    house.simulator.actAsAgent(ticketId, {
      customfields: { 201: 'Paper forms', 204: '10k', 203: 'Owner', 206: 75 },
    });
    const job = await house.run('lead_status', { lead_id: leadId, status: 'engaged' });
    const conversionJobId = String(job.result?.['conversion_job_id']);
    await house.attempt(conversionJobId);
    expect((await house.job(conversionJobId)).status).toBe('completed');
  });

  it('leaves a lead engaged whose data are not complete', async () => {
    house.settings = { ...house.settings, autoConversion: true };
    const { leadId } = await house.seedLead('contacted');
    const job = await house.run('lead_status', {
      lead_id: leadId,
      status: 'engaged',
      qualification_data: { fit_score: 90 },
    });
    expect(job).toMatchObject({ status: 'completed', result: { status: 'engaged' } });
    expect(house.enqueued).toEqual([]);
  });
});

describe('the PSA', () => {
  it('may lack a status: the record moves all the same, and the error log says so', async () => {
    const other = await openLifecycleHouse();
    try {
      other.simulator.faults.set({ kind: 'error', status: 404, path: '/api/Status' });
      const lead = await other.seedLead('researching');
      const job = await other.run('lead_status', { lead_id: lead.leadId, status: 'contacted' });
      expect(job.status).toBe('completed');
      expect(other.writes()).toEqual([]);
      expect(await other.mongo.collection('error_log').find().toArray()).toMatchObject([
        { level: 'warning', errorCode: 'STATUS_NOT_IN_PSA', leadId: lead.leadId, jobId: job.jobId },
      ]);
    } finally {
      await other.close();
    }
  });

  it('is given the status ids that the settings name', async () => {
    house.settings = { ...house.settings, statusIds: { researching: 3 } };
    const { leadId, ticketId } = await house.seedLead('new_lead');
    await house.run('lead_status', { lead_id: leadId, status: 'researching' });
    expect(house.simulator.ticket(ticketId)?.status_id).toBe(3);
  });

  it('may refuse a move, which ends the job at once with its words and changes nothing of ours', async () => {
    const { leadId } = await house.seedLead('new_lead');
    house.simulator.faults.set({ kind: 'error', status: 400, method: 'PUT', path: '/api/Tickets/*' });
    const job = await house.run('lead_status', { lead_id: leadId, status: 'researching' });
    expect(job).toMatchObject({
      status: 'failed',
      error: { code: 'EXTERNAL_API_ERROR', details: { service: 'psa' } },
      progress: { total: 1, processed: 1, successful: 0, failed: 1 },
    });
    expect((await house.records.findLead(leadId))?.status).toBe('new_lead');
    expect(await noticesOf(leadId)).toMatchObject([{ level: 'error', errorCode: 'EXTERNAL_API_ERROR' }]);
    expect(house.writes()).toHaveLength(1);
  });

  it('may fail for a while: the job is tried again, and only its last failure ends it', async () => {
    const { leadId } = await house.seedLead('new_lead');
    const jobId = await storedJob({ lead_id: leadId, status: 'researching' });
    house.simulator.faults.set({
      kind: 'error',
      status: 503,
      times: 10,
      method: 'PUT',
      path: '/api/Tickets/*',
    });
    await expect(house.attempt(jobId)).rejects.toThrow();
    expect((await house.job(jobId)).status).toBe('active');
    house.simulator.faults.clear();
    await house.attempt(jobId);
    expect(await house.job(jobId)).toMatchObject({ status: 'completed', result: { status: 'researching' } });
  });
});

async function storedJob(input: Record<string, unknown>): Promise<string> {
  const jobId = newId('job');
  await house.mongo.collection('jobs').insertOne({
    _id: jobId as never,
    type: 'lead_status',
    status: 'queued',
    input,
    requestId: 'req_test',
    actor: { id: 'key_test', name: 'Test desk' },
    progress: { total: 1, processed: 0, successful: 0, failed: 0 },
    result: null,
    error: null,
    parentJobId: null,
    cancelRequested: false,
    createdAt: new Date(),
    startedAt: null,
    finishedAt: null,
  });
  return jobId;
}

describe('a record that another worker is at work on', () => {
  it('lets the job wait without an attempt, and without a write', async () => {
    const { leadId } = await house.seedLead('new_lead');
    const jobId = await storedJob({ lead_id: leadId, status: 'researching' });
    await house.mongo
      .collection('claims')
      .insertOne({ _id: `lead:${leadId}` as never, fence: 1, until: new Date(Date.now() + 60_000) });
    expect(await house.attempt(jobId)).toMatchObject({ done: false });
    expect(house.writes()).toEqual([]);
    await house.mongo.collection('claims').deleteOne({ _id: `lead:${leadId}` as never });
    expect(await house.attempt(jobId)).toEqual({ done: true });
  });

  it('that has recorded under a later claim is not written over', async () => {
    const { leadId } = await house.seedLead('new_lead');
    await house.mongo
      .collection('leads')
      .updateOne({ _id: leadId as never }, { $set: { lifecycleFence: 1_000_000_000 } });
    const jobId = await storedJob({ lead_id: leadId, status: 'researching' });
    const before = await house.remembered();
    expect(await house.attempt(jobId)).toMatchObject({ done: false });
    expect(await house.remembered()).toEqual(before);
  });
});

describe('a call', () => {
  it.each(['lead', 'prospect', 'opportunity'] as const)(
    'with a %s is an Action of its ticket',
    async (kind) => {
      const seeded = await {
        lead: async () => house.seedLead('contacted'),
        prospect: async () => house.seedProspect('prospecting'),
        opportunity: async () => house.seedOpportunity('progressing'),
      }[kind]();
      const id = seeded.leadId;
      const job = await house.run('call_record', {
        [`${kind}_id`]: id,
        occurred_at: '2026-11-20T11:30:00+02:00',
        direction: 'outbound',
        dialled_number: '+1 202 555 0100',
        duration_seconds: 95,
        agent: 'Front desk',
        outcome: 'Reached',
        next_action: 'Send material',
        notes: 'Prefers mornings',
      });
      expect(job.result).toMatchObject({
        success: true,
        lead_id: id,
        prospect_id: kind === 'lead' ? null : id,
        opportunity_id: kind === 'opportunity' ? id : null,
        occurred_at: '2026-11-20T09:30:00.000Z',
      });
      const action = house.simulator.actions(seeded.ticketId).at(-1);
      expect(action?.id).toBe(job.result?.['psa_action_id']);
      expect(action?.note.split('\n')).toEqual([
        'Outbound call',
        'Date and time: 2026-11-20T09:30:00.000Z',
        'Dialled number: +1 202 555 0100',
        'Duration: 95 s',
        'Agent: Front desk',
        'Outcome: Reached',
        'Next action: Send material',
        'Notes: Prefers mornings',
        `Reference: ${String(job.result?.['call_id'])}`,
      ]);
      const { items } = await house.records.listCalls({ leadId: id, page: 1, limit: 10 });
      expect(items).toHaveLength(1);
    },
  );
});
