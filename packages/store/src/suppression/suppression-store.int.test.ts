import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import { factsOfLead, personKeys, withDomainTexts, type Lead } from '@leadbridge/domain';
import type { SuppressionChange, SuppressionStore, OptOutRequest } from '@leadbridge/usecases';

import { connectMongo, ensureIndexes } from '../connect.js';
import { createClaims } from '../import/claims.js';
import { createJobStore } from '../job/job-store.js';
import { leadModel } from '../lead/lead-model.js';
import { createReconciledRecords } from '../reconciliation/reconciled-records.js';
import { createSuppressionStore } from './suppression-store.js';
import { createOldestOptOut } from './oldest-opt-out.js';
import { writeOptOuts } from './write-opt-outs.js';

let mongo: Awaited<ReturnType<typeof connectMongo>>;
let suppressions: SuppressionStore;
let claimStore: ReturnType<typeof createClaims>;
let leadId = 0;

beforeAll(async () => {
  mongo = await connectMongo(testServers().mongodbUri);
  suppressions = createSuppressionStore(mongo);
  claimStore = createClaims(mongo);
  leadModel(mongo);
  await ensureIndexes(mongo);
});

afterAll(async () => {
  await mongo.close();
});

beforeEach(async () => {
  await Promise.all(
    ['suppressions', 'suppressed_keys', 'events', 'leads', 'jobs'].map((name) =>
      mongo.collection(name).deleteMany({}),
    ),
  );
});

const at = '2026-01-31T09:00:00.000Z';
const person = { email: 'jane@acme.example', firstName: 'Jane', lastName: 'Miller', companyName: 'Acme' };
const keys = [
  { kind: 'email', value: 'jane@acme.example' },
  { kind: 'company-person', value: 'acme-janemiller' },
] as const;

function request(changes: Partial<OptOutRequest> = {}): OptOutRequest {
  return {
    origin: 'api',
    ticketId: 7,
    leadId: null,
    person,
    keys,
    leadSource: null,
    reason: 'Opt-out request',
    marks: ['flag', 'list'],
    at,
    by: 'key_1',
    ...changes,
  };
}

async function storeLead(psaTicketId: number, changes: Partial<Lead> = {}, key?: string): Promise<number> {
  leadId += 1;
  const lead: Lead = {
    firstName: 'Jane',
    lastName: 'Miller',
    email: 'jane@acme.example',
    jobTitle: null,
    phone: null,
    linkedinUrl: null,
    company: { name: 'Acme', website: null, phone: null },
    industry: null,
    headcount: null,
    doNotContact: false,
    customFields: {},
    research: { publicResearch: null, newsArticles: null, initialNotes: null },
    emailVerification: null,
    ...changes,
  };
  const time = new Date(at);
  await leadModel(mongo).collection.insertOne({
    _id: leadId,
    key: key ?? `email:${lead.email ?? ''}`,
    psaTicketId,
    lead,
    personKeys: withDomainTexts(personKeys([factsOfLead(lead)])),
    sources: {},
    status: 'new_lead',
    doNotContact: false,
    updatedAt: time,
    createdAt: time,
  } as never);
  return leadId;
}

const count = async (name: string, filter = {}) => mongo.collection(name).countDocuments(filter);

describe('the store of suppressions', () => {
  it('stores a repeated opt-out once, from any number of concurrent callers', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => suppressions.request([request()])));

    expect(new Set(responses.flat().map(({ entry }) => entry.suppressionId)).size).toBe(1);
    expect(await count('suppressions')).toBe(1);
    expect(await count('suppressed_keys')).toBe(2);
    expect(await count('events', { type: 'lead.do_not_contact' })).toBe(1);
  });

  it('writes nothing of an opt-out whose transaction is aborted', async () => {
    const failed = mongo.transaction(async (session) => {
      await writeOptOuts(mongo, [request()], session);
      throw new Error('the change failed');
    });

    await expect(failed).rejects.toThrow('the change failed');
    expect([await count('suppressions'), await count('suppressed_keys')]).toEqual([0, 0]);
  });

  it('marks all leads of the person, gives each ticket an entry, and writes one event for each', async () => {
    const first = await storeLead(7);
    const second = await storeLead(8, {}, 'email:jane@acme.example|job_1#0');
    const third = await storeLead(9, { email: null }, 'company-person:acme-janemiller');
    const other = await storeLead(10, { firstName: 'John', email: 'john@acme.example' });
    const [written] = await suppressions.request([request()]);

    expect(written?.entry).toMatchObject({ leadId: first, ticketId: 7, status: 'pending' });
    const { items } = await suppressions.list({ page: 1, limit: 10 });
    expect(items.map(({ ticketId }) => ticketId).sort()).toEqual([7, 8, 9]);
    const marked = await leadModel(mongo).find({ doNotContact: true }).sort({ _id: 1 }).lean();
    expect(marked.map(({ _id }) => _id)).toEqual([first, second, third]);
    expect(marked.map(({ _id }) => _id)).not.toContain(other);
    expect(await count('events', { type: 'lead.do_not_contact' })).toBe(3);
  });

  it('identifies a notification by its reference, and has one entry for ticket and person', async () => {
    const opened = await suppressions.open({ ticketId: 7, reference: 'job_1#0', reason: 'flag', at });
    expect(opened).toMatchObject({ person: null, status: 'pending', ticketId: 7 });
    const read = { person, keys, leadSource: 'Provider A' };
    const resolved = await suppressions.resolve(opened, read, 5, at);
    expect(resolved).toMatchObject({ suppressionId: opened.suppressionId, person, leadSource: 'Provider A' });

    const repeated = await suppressions.open({ ticketId: 7, reference: 'job_2#0', reason: 'flag', at });
    expect(repeated.suppressionId).not.toBe(opened.suppressionId);
    const standing = await suppressions.resolve(repeated, read, 6, at);
    expect(standing?.suppressionId).toBe(opened.suppressionId);
    expect(await count('suppressions')).toBe(1);
    const again = await suppressions.open({ ticketId: 7, reference: 'job_2#0', reason: 'flag', at });
    expect(again.suppressionId).toBe(opened.suppressionId);

    const anotherPerson = { ...read, keys: [{ kind: 'email', value: 'john@acme.example' } as const] };
    const another = await suppressions.open({ ticketId: 7, reference: 'job_3#0', reason: 'flag', at });
    expect(await suppressions.resolve(another, anotherPerson, 7, at)).toMatchObject({
      suppressionId: another.suppressionId,
    });
    expect(await count('suppressions')).toBe(2);
  });

  it('rejects a worker that has lost the claim', async () => {
    const [written] = await suppressions.request([request()]);
    const id = written?.entry.suppressionId ?? '';
    expect(await suppressions.change(id, 5, { status: 'suppressed', pushAt: null })).toBe(true);
    expect(await suppressions.change(id, 4, { status: 'failed' })).toBe(false);
    const errorLogEntry = { level: 'error', message: 'x', source: 'suppression', errorCode: 'X' } as const;
    expect(await suppressions.change(id, 4, { status: 'failed' }, [errorLogEntry])).toBe(false);
    expect(await count('error_log')).toBe(0);
    const entry = await suppressions.find(id);
    expect(entry).toMatchObject({ status: 'suppressed', pushAt: null });
    expect(entry === null ? null : await suppressions.propagate(entry, 4, at)).toBe(false);
  });

  it('returns what is due, and restarts what has failed', async () => {
    const [written] = await suppressions.request([request({ ticketId: null, marks: [] })]);
    const id = written?.entry.suppressionId ?? '';
    expect(await suppressions.due('2026-01-31T08:59:59.999Z', 10)).toEqual([]);
    expect(await suppressions.due(at, 10)).toEqual([id]);
    expect(await suppressions.nextDueAt()).toBe(at);
    await suppressions.change(id, 1, { pushAt: null, propagateAt: null, status: 'suppressed' });
    expect(await suppressions.nextDueAt()).toBe(null);
    expect(await suppressions.due('2030-01-01T00:00:00.000Z', 10)).toEqual([]);

    expect(await suppressions.retry(id, at)).toMatchObject({ status: 'suppressed', pushAt: null });
    await suppressions.change(id, 2, { status: 'failed', attempts: 9, statusReason: 'no address' });
    const later = '2026-02-10T09:00:00.000Z';
    expect(await suppressions.retry(id, later)).toMatchObject({
      status: 'pending',
      attempts: 0,
      pushAt: later,
      statusReason: null,
      retryUntil: '2026-02-17T09:00:00.000Z',
    });
    expect(await suppressions.retry('sup_none', at)).toBeNull();
    // Of a person who was erased, nobody is left to be named to the provider.
    const erased = { status: 'failed', identity: `erased/${id}`, pushAt: null };
    await mongo.collection<{ _id: string }>('suppressions').updateOne({ _id: id }, { $set: erased });
    expect(await suppressions.retry(id, later)).toMatchObject({ status: 'failed', pushAt: null });
    expect(await suppressions.list({ page: 1, limit: 1, status: 'failed' })).toMatchObject({ total: 1 });
    expect(await suppressions.list({ page: 1, limit: 1, status: 'failed', isErased: false })).toMatchObject({
      total: 0,
    });
    expect(await createOldestOptOut(mongo)('failed')).toBeNull();
  });

  it.each<[string, SuppressionChange, (id: string) => Promise<unknown>]>([
    ['a retry', { pushAt: at }, async (id) => suppressions.retry(id, at)],
    [
      'marks that are wanted again',
      { marks: ['flag', 'status', 'list'], ticketAt: at },
      async (id) => createReconciledRecords(mongo).markAgain(id, at),
    ],
  ])('keeps %s from a worker that has read the entry before', async (_what, kept, change) => {
    const [written] = await suppressions.request([request()]);
    const id = written?.entry.suppressionId ?? '';
    const fenceOfWorker = async () => {
      const claims = await claimStore.claim([`suppression:${id}`], 10_000);
      await claimStore.releaseClaims(claims);
      return claims.fence;
    };
    const done = { status: 'failed', pushAt: null, marks: [], ticketAt: null } as const;
    await suppressions.change(id, await fenceOfWorker(), done);

    const fence = await fenceOfWorker();
    await change(id);
    expect(await suppressions.change(id, fence, done)).toBe(false);
    expect(await suppressions.find(id)).toMatchObject(kept);

    expect(await suppressions.change(id, await fenceOfWorker(), done)).toBe(true);
  });

  it('cancels the job for the status of a lead with the entry that requested it', async () => {
    const jobs = createJobStore(mongo);
    const [written] = await suppressions.request([request()]);
    const id = written?.entry.suppressionId ?? '';
    for (const [jobId, requestId] of [
      ['job_own', id],
      ['job_other', 'sup_other'],
    ] as const) {
      await jobs.create({
        ...{ jobId, type: 'lead_status', input: { lead_id: 1, status: 'do_not_contact' }, requestId },
        ...{ actor: { id: 'key_1', name: 'Admin' }, total: 1, createdAt: at },
      });
    }
    await suppressions.remove(id, at, () => ({
      ...{ action: 'suppression.removed', actor: { id: 'user_1', name: 'Admin', kind: 'person' } },
      ...{ target: { type: 'suppression', id }, address: null, requestId: 'req_1' },
    }));
    expect(await jobs.find('job_own')).toMatchObject({ status: 'cancelled', finishedAt: at });
    expect(await jobs.find('job_other')).toMatchObject({ status: 'queued' });
  });

  it('looks for leads again when imports have ended by the clock of the service, however slow that of this machine is', async () => {
    const now = Date.now() + 300_000;
    const [written] = await suppressions.request([request({ at: new Date(now).toISOString() })]);
    expect(Date.parse(written?.entry.propagateAt ?? '')).toBeGreaterThanOrEqual(now + 150_000);
  });

  it('distinguishes persons without a ticket by the source that is notified', async () => {
    const without = { ticketId: null, marks: [] } as const;
    await suppressions.request([request({ ...without, leadSource: 'Provider A' })]);
    await suppressions.request([request({ ...without, leadSource: 'provider a ' })]);
    await suppressions.request([request({ ...without, leadSource: 'Provider B' })]);
    expect(await count('suppressions')).toBe(2);
  });
});
