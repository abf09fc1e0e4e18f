import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import { NO_QUALIFICATION, type Lead } from '@leadbridge/domain';
import {
  StaleClaimError,
  type JobEnd,
  type LifecycleStore,
  type LifecycleWrite,
  type NewJob,
  type NewProspect,
  type StatusChange,
  type Transition,
} from '@leadbridge/usecases';

import { connectMongo, ensureIndexes } from '../connect.js';
import { createJobStore } from '../job/job-store.js';
import { createLifecycleStore } from './lifecycle-store.js';
import { takeOpportunityId } from './take-opportunity-id.js';

let mongo: Awaited<ReturnType<typeof connectMongo>>;
let store: LifecycleStore;
let lastId = 0;

beforeAll(async () => {
  mongo = await connectMongo(testServers().mongodbUri);
  store = createLifecycleStore(mongo);
  await ensureIndexes(mongo);
});

afterAll(async () => {
  await mongo.close();
});

const at = '2026-11-21T10:00:00.000Z';
const lead: Lead = {
  firstName: 'Ada',
  lastName: 'Example',
  email: 'ada@company.example.com',
  jobTitle: null,
  phone: null,
  linkedinUrl: null,
  company: { name: 'Company', website: null, phone: null },
  industry: null,
  headcount: null,
  doNotContact: false,
  customFields: {},
  research: { publicResearch: null, newsArticles: null, initialNotes: null },
  emailVerification: null,
};

async function seedLead(): Promise<number> {
  const leadId = (lastId += 1);
  await mongo.collection('leads').insertOne({
    _id: leadId as never,
    key: `email:ada.${leadId}@company.example.com`,
    psaTicketId: 1000 + leadId,
    status: 'contacted',
    createdSource: 'csv',
    source: 'csv',
    sources: {},
    lead,
    provenance: [],
    qualityScore: 1,
    doNotContact: false,
    fence: 0,
    prospectId: null,
    history: [{ from: null, to: 'contacted', at: new Date(at), by: 'import', reason: null }],
    createdAt: new Date(at),
    updatedAt: new Date(at),
  });
  return leadId;
}

async function startJob(): Promise<string> {
  const jobId = `job_${(lastId += 1)}`;
  const job: NewJob = {
    jobId,
    type: 'lead_status',
    input: { lead_id: 1, status: 'engaged' },
    requestId: 'req_1',
    actor: { id: 'key_1', name: 'Desk' },
    total: 1,
    createdAt: at,
  };
  await createJobStore(mongo).create(job);
  return jobId;
}

const change: StatusChange = { from: 'contacted', to: 'engaged', at, by: 'Desk', reason: null };
const endOf = (jobId: string): JobEnd => ({ jobId, status: 'completed', result: null, error: null, at });

function transitionOf(leadId: number): Transition {
  return {
    kind: 'lead',
    recordId: leadId,
    leadId,
    source: 'csv',
    from: 'contacted',
    to: 'engaged',
    at,
    secondsInFrom: 0,
  };
}

function moveOf(leadId: number, jobId: string, fence: number): LifecycleWrite {
  return {
    fence,
    at,
    lead: { leadId, statusChanges: [change] },
    transitions: [transitionOf(leadId)],
    events: [{ type: 'lead.updated', data: { lead_id: leadId } }],
    errorLogEntries: [{ level: 'warning', message: 'm', source: 'psa', errorCode: 'X', leadId }],
    end: endOf(jobId),
  };
}

/** The number of stored documents about a lead. */
async function countsOf(leadId: number): Promise<Record<string, number>> {
  const count = async (name: string, filter: object): Promise<number> =>
    mongo.collection(name).countDocuments(filter);
  return {
    statusChanges: (await store.findLead(leadId))?.history.length ?? 0,
    transitions: await count('transitions', { leadId }),
    events: await count('events', { 'data.lead_id': leadId }),
    errorLogEntries: await count('error_log', { leadId }),
  };
}

describe('a lifecycle step', () => {
  it('is stored together with its transition, events, entries of the error log and the end of its job', async () => {
    const leadId = await seedLead();
    const jobId = await startJob();
    await store.beginIntent({ jobId, leadId, to: ['engaged'], at });
    await store.record(moveOf(leadId, jobId, 5));
    expect(await countsOf(leadId)).toEqual({
      statusChanges: 2,
      transitions: 1,
      events: 1,
      errorLogEntries: 1,
    });
    expect(await store.findLead(leadId)).toMatchObject({ status: 'engaged', updatedAt: at });
    expect((await createJobStore(mongo).find(jobId))?.status).toBe('completed');
    expect(await mongo.collection('lifecycle_intents').countDocuments({ leadId })).toBe(0);
  });

  it('is not stored at all if its job has already ended', async () => {
    const leadId = await seedLead();
    const jobId = await startJob();
    await store.record(moveOf(leadId, jobId, 5));
    await expect(store.record(moveOf(leadId, jobId, 6))).rejects.toThrow(StaleClaimError);
    expect(await countsOf(leadId)).toEqual({
      statusChanges: 2,
      transitions: 1,
      events: 1,
      errorLogEntries: 1,
    });
  });

  it('is not stored at all under an older claim', async () => {
    const leadId = await seedLead();
    await store.record(moveOf(leadId, await startJob(), 9));
    await expect(store.record(moveOf(leadId, await startJob(), 8))).rejects.toThrow(StaleClaimError);
    expect(await countsOf(leadId)).toEqual({
      statusChanges: 2,
      transitions: 1,
      events: 1,
      errorLogEntries: 1,
    });
  });

  it('leaves other fields unchanged', async () => {
    const leadId = await seedLead();
    await store.record({
      fence: 1,
      at,
      lead: { leadId, qualification: { ...NO_QUALIFICATION, fitScore: 70 } },
    });
    await store.record({ fence: 2, at, lead: { leadId, doNotContact: true } });
    expect(await store.findLead(leadId)).toMatchObject({
      status: 'contacted',
      doNotContact: true,
      qualification: { fitScore: 70 },
    });
  });

  it('keeps the last fifty irregular changes', async () => {
    const leadId = await seedLead();
    for (let psaStatusId = 1; psaStatusId <= 52; psaStatusId += 1) {
      const irregular = { from: 'contacted', to: 'new_lead', at, by: 'psa', psaStatusId, psaTickettypeId: 1 };
      await store.record({ fence: psaStatusId, at, lead: { leadId, irregular } });
    }
    const changes = (await store.findLead(leadId))?.irregularChanges ?? [];
    expect(changes).toHaveLength(50);
    expect(changes[0]).toMatchObject({ psaStatusId: 3, at });
  });

  it('stores its follow-up jobs in the same transaction', async () => {
    const leadId = await seedLead();
    const newJob: NewJob = {
      jobId: 'job_follows',
      type: 'prospect_conversion',
      input: { lead_id: leadId },
      requestId: 'auto',
      actor: { id: 'psa', name: 'psa' },
      total: 1,
      createdAt: at,
    };
    await store.record({ fence: 1, at, lead: { leadId, statusChanges: [change] }, newJobs: [newJob] });
    expect(await createJobStore(mongo).find('job_follows')).toMatchObject({ status: 'queued' });
  });
});

function prospectOf(leadId: number, prospectId: number): NewProspect {
  return {
    prospectId,
    leadId,
    psaTicketId: 1000 + leadId,
    psaClientId: null,
    psaUserId: null,
    status: 'new_prospect',
    source: 'csv',
    lead,
    qualification: NO_QUALIFICATION,
    doNotContact: false,
    nextAction: null,
    nextActionDate: null,
    opportunityId: null,
    convertedBy: null,
    promotionReference: null,
    history: [{ from: 'engaged', to: 'new_prospect', at, by: 'Desk', reason: null }],
    createdAt: at,
  };
}

describe('a lead', () => {
  it('becomes one prospect, however many try', async () => {
    const leadId = await seedLead();
    const ids = [await store.reserveId('prospect'), await store.reserveId('prospect')] as const;
    expect(ids[1]).toBe(ids[0] + 1);
    await store.record({ fence: 1, at, newProspect: prospectOf(leadId, ids[0]) });
    await expect(
      store.record({
        fence: 2,
        at,
        newProspect: prospectOf(leadId, ids[1]),
        lead: { leadId, prospectId: ids[1] },
      }),
    ).rejects.toThrow(StaleClaimError);
    expect(await store.findLead(leadId)).toMatchObject({ prospectId: null });
    expect(await store.findProspect(ids[0])).toMatchObject({ leadId, status: 'new_prospect', updatedAt: at });
    expect(await store.findProspect(ids[1])).toBeNull();
  });

  it('is found by its ticket', async () => {
    const leadId = await seedLead();
    expect(await store.findLeadsByTicket(1000 + leadId)).toMatchObject([{ leadId, source: 'csv' }]);
    expect(await store.findLeadsByTicket(5)).toEqual([]);
  });
});

describe('an intent', () => {
  it('is begun once for a job, and collects the states of its steps', async () => {
    const leadId = await seedLead();
    const jobId = await startJob();
    expect(await store.beginIntent({ jobId, leadId, to: ['new_prospect'], at })).toBe(true);
    expect(await store.beginIntent({ jobId, leadId, to: ['qualified', 'new_prospect'], at })).toBe(false);
    expect(await store.intendedStates(leadId)).toEqual(new Set(['new_prospect', 'qualified']));
    expect((await store.intentOf(jobId)).shownStatusId).toBeUndefined();
  });

  it('keeps the status that the ticket showed before the first run', async () => {
    const [leadId, jobId] = [await seedLead(), await startJob()];
    const intent = { jobId, leadId, to: ['engaged'], at };
    expect(await store.beginIntent({ ...intent, shownStatusId: 3 })).toBe(true);
    expect(await store.beginIntent({ ...intent, to: ['contacted'], shownStatusId: 4 })).toBe(false);
    expect(await store.intentOf(jobId)).toMatchObject({ shownStatusId: 3, to: ['engaged', 'contacted'] });
    expect(await store.intentOf('job_none')).toEqual({ to: [] });
  });

  it('belongs to no one once its job has ended', async () => {
    const leadId = await seedLead();
    const jobId = await startJob();
    await store.beginIntent({ jobId, leadId, to: ['engaged'], at });
    await mongo.collection('jobs').updateOne({ _id: jobId as never }, { $set: { status: 'failed' } });
    expect(await store.intendedStates(leadId)).toEqual(new Set());
  });
});

describe('a promotion', () => {
  it('keeps the reference of the first attempt', async () => {
    const leadId = await seedLead();
    const prospectId = await store.reserveId('prospect');
    await store.record({ fence: 1, at, newProspect: prospectOf(leadId, prospectId) });
    expect(await store.beginPromotion(prospectId, 'job_first')).toBe('job_first');
    expect(await store.beginPromotion(prospectId, 'job_second')).toBe('job_first');
  });

  it('may lose its opportunity to another one, like one before it', async () => {
    const opportunities = mongo.collection('opportunities');
    const lost = [71, 72].map((id) => ({
      _id: id as never,
      prospectId: id,
      psaOpportunityId: id,
      leadId: id,
    }));
    await opportunities.insertMany(lost);
    for (const { psaOpportunityId } of lost) {
      await mongo.transaction(async (session) =>
        takeOpportunityId(mongo, { psaOpportunityId }, { at: new Date(at), session }),
      );
    }
    expect(await opportunities.countDocuments({ psaOpportunityId: null })).toBe(2);
    expect(await mongo.collection('error_log').countDocuments({ errorCode: 'OPPORTUNITY_LOST' })).toBe(2);
  });

  it('ignores an opportunity of the PSA that belongs to no record', async () => {
    expect(await store.knowsPsaOpportunity(77, 5)).toBe(false);
  });
});
