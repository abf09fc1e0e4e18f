import { describe, expect, it, jest } from '@jest/globals';
import { completeBatchOptions, completeImportOptions } from '@leadbridge/contracts';
import { defaultSources, readPayload, type Lead } from '@leadbridge/domain';
import { newId } from '@leadbridge/platform';
import {
  StaleClaimError,
  type BatchRecord,
  type ImportIntent,
  type LeadWrite,
  type ListGroup,
} from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { mirrorModel } from '../psa-mirror/mirror-models.js';
import { createJobRuns } from '../job/job-runs.js';
import { createJobStore } from '../job/job-store.js';
import { createImportStore } from './import-store.js';
import { useTestDatabase } from '../testing/use-test-database.js';

const at = '2026-01-02T03:04:05.000Z';
const observedClient = { id: 7, keys: ['one'], item: { id: 7, name: 'One' }, observedAt: Date.parse(at) };
let connection: Connection;

useTestDatabase((opened) => {
  connection = opened;
  createImportStore(connection);
  createJobStore(connection);
});

function leadOf(email: string): Lead {
  const [source] = defaultSources;
  const read = source && readPayload(source, { email, company: 'Example' }, { defaultCountry: 'US' });
  if (read?.ok !== true) {
    throw new Error('The test lead cannot be read');
  }
  return read.lead;
}

function leadWrite(leadId: number, email: string): LeadWrite {
  const lead = leadOf(email);
  return {
    key: `email:${email}`,
    leadId,
    isNew: true,
    psaTicketId: 1_000 + leadId,
    ticketCreatedAfter: null,
    psaClientId: 1,
    psaSiteId: 2,
    psaUserId: 3,
    source: 'provider_a',
    sourceData: { kind: 'provider_a', lead, receivedAt: at },
    merged: lead,
    externalIds: [],
    provenance: {},
    fields: {},
    bySource: {},
    qualityScore: 30,
    status: 'new_lead',
    revives: false,
    prospect: null,
    personKeys: [{ kind: 'email', value: email }],
    hasOptedOut: false,
    isFoundByOptOuts: false,
    optOut: () => ({
      origin: 'import',
      ticketId: 1_000 + leadId,
      leadId,
      person: { email, firstName: null, lastName: null, companyName: 'Example' },
      keys: [{ kind: 'email', value: email }],
      leadSource: null,
      reason: 'Opt-out request',
      marks: ['flag', 'list'],
      at,
      by: 'import',
    }),
  };
}

function batch(fence: number, parts: Partial<BatchRecord>): BatchRecord {
  return {
    fence,
    countsProgress: true,
    at,
    rows: [],
    leads: [],
    listGroups: [],
    events: [],
    errorLogEntries: [],
    ...parts,
  };
}

async function findLeads(keys: readonly string[]) {
  return (
    await createImportStore(connection).findKnown({ keys, companyKeys: [], matchIds: [], personKeys: [] })
  ).leads;
}

function listGroup(parts: Partial<ListGroup>): ListGroup {
  return {
    groupId: newId('lst'),
    jobId: 'job_test',
    listId: 7,
    ticketIds: [],
    ofOptOuts: false,
    state: 'planned',
    ...parts,
  };
}

const created = {
  status: 'succeeded',
  result: 'created',
  leadId: 1,
  psaTicketId: 1_001,
  qualityScore: 30,
  warnings: [],
  actionsTaken: ['lead_created'],
} as const;

async function bulkJob(rows: number): Promise<string> {
  await createJobStore(connection).createWithRows(
    {
      jobId: 'job_test',
      type: 'bulk_import',
      input: {
        source: 'provider_a',
        options: completeImportOptions(),
        batch_options: completeBatchOptions(),
      },
      requestId: 'req_test',
      actor: { id: 'key_test', name: 'test' },
      total: rows,
      createdAt: at,
    },
    Array.from({ length: rows }, (_, index) => ({ index, data: {} })),
  );
  return 'job_test';
}

describe('the record of a batch', () => {
  it('stores outcomes, leads, progress, lists and events together', async () => {
    const jobId = await bulkJob(2);
    const store = createImportStore(connection);
    const group = listGroup({ jobId, listId: 7, ticketIds: [1_001] });
    await store.record(
      batch(5, {
        rows: [
          { ref: { jobId, index: 0 }, source: 'provider_a', outcome: created },
          {
            ref: { jobId, index: 1 },
            source: 'provider_a',
            outcome: { status: 'failed', code: 'VALIDATION_ERROR', error: 'Invalid email address' },
          },
        ],
        leads: [leadWrite(1, 'one@example.com')],
        listGroups: [group],
        events: [{ type: 'lead.created', data: { lead_id: 1 } }],
        errorLogEntries: [
          { level: 'warning', message: 'about one@example.com', source: 'psa', errorCode: 'X' },
        ],
      }),
    );

    await expect(createJobRuns(connection).progress(jobId)).resolves.toEqual({
      total: 2,
      processed: 2,
      successful: 1,
      failed: 1,
    });
    const known = await findLeads(['email:one@example.com']);
    expect(known.get('email:one@example.com')).toMatchObject({ leadId: 1, psaTicketId: 1_001 });
    await expect(store.openListGroups([jobId])).resolves.toEqual([group]);
    await expect(
      connection.collection('events').countDocuments({ dispatchedAt: { $type: 'null' } }),
    ).resolves.toBe(1);
    const errorLogEntry = await connection.collection('error_log').findOne({});
    expect(errorLogEntry?.['message']).toBe('about [email]');
  });

  it('is final, whatever fails behind it: a mirror that lacks what was written is only read once more', async () => {
    const lost: unknown[] = [];
    const store = createImportStore(connection, (error) => lost.push(error));
    const fault = new Error('MongoDB is away');
    const write = jest.spyOn(collectionOf(mirrorModel(connection)), 'bulkWrite');
    write.mockRejectedValueOnce(fault);
    const leads = [leadWrite(1, 'one@example.com')];
    const { behind } = await store.record(
      batch(5, { countsProgress: false, leads, observations: { clients: [observedClient] } }),
    );
    await behind;
    expect(lost).toEqual([fault]);
    expect((await findLeads(['email:one@example.com'])).size).toBe(1);
    expect(await connection.collection('psa_records').countDocuments()).toBe(0);
  });

  it('contains the kinds that the next leads are decided by: none of them is lost behind it, nor stored without it', async () => {
    const store = createImportStore(connection);
    const observed = batch(5, {
      countsProgress: false,
      leads: [leadWrite(1, 'one@example.com')],
      observations: { clients: [observedClient] },
      committedKinds: ['clients'],
    });
    const stored = async () => [
      (await findLeads(['email:one@example.com'])).size,
      await connection.collection('psa_records').countDocuments(),
    ];
    jest
      .spyOn(collectionOf(mirrorModel(connection)), 'bulkWrite')
      .mockImplementationOnce(async (...given) => {
        expect(given[1]?.session?.inTransaction()).toBe(true);
        return await Promise.reject(new Error('MongoDB is away'));
      });
    await expect(store.record(observed)).rejects.toThrow('MongoDB is away');
    expect(await stored()).toEqual([0, 0]);
    await store.record(observed);
    expect(await stored()).toEqual([1, 1]);
  });

  it('decides a row once: a second outcome is rejected together with everything else in its transaction', async () => {
    const jobId = await bulkJob(1);
    const store = createImportStore(connection);
    const rows = [{ ref: { jobId, index: 0 }, source: 'provider_a', outcome: created }];
    await store.record(batch(5, { rows, leads: [leadWrite(1, 'one@example.com')] }));

    const again = batch(6, {
      rows,
      leads: [leadWrite(2, 'two@example.com')],
      events: [{ type: 'lead.created', data: {} }],
    });
    await expect(store.record(again)).rejects.toBeInstanceOf(StaleClaimError);

    expect((await findLeads(['email:two@example.com'])).size).toBe(0);
    await expect(connection.collection('events').countDocuments({ type: 'lead.created' })).resolves.toBe(0);
    await expect(createJobRuns(connection).progress(jobId)).resolves.toMatchObject({ processed: 1 });
  });

  it('rejects a stale holder: a lead that was written under a higher fence stays unchanged', async () => {
    const store = createImportStore(connection);
    await store.record(batch(9, { countsProgress: false, leads: [leadWrite(1, 'one@example.com')] }));

    const stale = { ...leadWrite(2, 'one@example.com'), psaTicketId: 9_999 };
    await expect(store.record(batch(8, { countsProgress: false, leads: [stale] }))).rejects.toBeInstanceOf(
      StaleClaimError,
    );

    const known = await findLeads(['email:one@example.com']);
    expect(known.get('email:one@example.com')).toMatchObject({ leadId: 1, psaTicketId: 1_001 });
  });

  it('ends the intents of interrupted runs, except for rows that are still open', async () => {
    const jobId = await bulkJob(3);
    const store = createImportStore(connection);
    const refs = [0, 1, 2].map((index) => ({ jobId, index }));
    const intents = refs.map((ref) => ({ ref, intent: { kind: 'create', at } as const }));
    await store.saveIntents({ fence: 5, countsProgress: true }, intents);
    await store.saveIntents({ fence: 6, countsProgress: true }, intents.slice(0, 2));
    const resumed = refs.slice(0, 2);
    await store.record(
      batch(7, {
        rows: resumed.map((ref) => ({ ref, source: 'provider_a', outcome: created })),
        resumedCreations: resumed,
      }),
    );

    const left = await connection.collection('creations').find().toArray();
    expect(left.map(({ _id, rowIds }) => ({ _id: Number(_id), rowIds: rowIds as string[] }))).toEqual([
      { _id: 5, rowIds: ['job_test:2'] },
    ]);
  });

  it('tells the highest ids of tickets and clients that are known', async () => {
    const store = createImportStore(connection);
    const asked = { keys: [], companyKeys: [], matchIds: [], personKeys: [] };
    expect((await store.findKnown(asked)).highest).toEqual({ ticketId: 0, clientId: 0 });
    const companies = [12, 11].map((clientId) => ({ companyKey: `c${clientId}`, clientId, siteId: 1 }));
    await store.rememberCompanies(companies);
    // Also confirms the companies, which wait for no member.
    const leads = [leadWrite(2, 'second@example.com'), leadWrite(1, 'first@example.com')];
    await store.record(batch(1, { countsProgress: false, leads }));
    expect((await store.findKnown(asked)).highest).toEqual({ ticketId: 1_002, clientId: 12 });
  });

  it('removes a reissued ticket id from the lead that had it, with everything that belongs to it', async () => {
    const store = createImportStore(connection);
    const former = leadWrite(1, 'former@example.com');
    const optedOut = listGroup({ ticketIds: [1_000, former.psaTicketId], ofOptOuts: true, state: 'added' });
    await store.record(batch(1, { countsProgress: false, leads: [former], listGroups: [optedOut] }));
    await connection.collection('prospects').insertOne({ _id: 5 as never, leadId: 1, psaTicketId: 1_001 });

    const after = new Date(Date.parse(at) + 1_000).toISOString();
    const reissued = { psaTicketId: former.psaTicketId, ticketCreatedAfter: after };
    expect(await store.areTicketIdsTaken([former.psaTicketId + 100])).toBe(false);
    const others = ['second', 'third'].map((name, index) => leadWrite(2 + index, `${name}@example.com`));
    await store.record(
      batch(2, {
        countsProgress: false,
        at: after,
        areTicketIdsTaken: await store.areTicketIdsTaken([former.psaTicketId]),
        leads: others.map((lead, index) => (index === 0 ? { ...lead, ...reissued } : lead)),
      }),
    );

    const key = `email:former@example.com`;
    expect((await findLeads([key])).get(key)).toMatchObject({ leadId: 1, psaTicketId: null });
    expect(await connection.collection('prospects').findOne({ _id: 5 as never })).toMatchObject({
      psaTicketId: null,
    });
    expect(await store.ticketsOfOthers([1_001, 1_003], 'email:nobody@example.com')).toEqual(
      new Set([1_001, 1_003]),
    );
    expect(await connection.collection('list_groups').find().toArray()).toMatchObject([
      { ticketIds: [1_000] },
    ]);
    expect(await connection.collection('error_log').find().toArray()).toMatchObject([
      { errorCode: 'TICKET_LOST', leadId: 1 },
    ]);
  });

  it('lets what a lead has become continue with its new ticket', async () => {
    const store = createImportStore(connection);
    const lead = leadWrite(1, 'again@example.com');
    await store.record(batch(1, { countsProgress: false, leads: [lead] }));
    const became = { leadId: 1, psaTicketId: 1_001 };
    await connection.collection('prospects').insertOne({ _id: 5 as never, ...became, opportunityId: 6 });
    await connection.collection('opportunities').insertOne({ _id: 6 as never, ...became });
    await store.record(
      batch(2, {
        countsProgress: false,
        leads: [{ ...lead, isNew: false, psaTicketId: 1_009, psaUserId: 8, ticketCreatedAfter: at }],
      }),
    );
    for (const name of ['leads', 'prospects', 'opportunities']) {
      expect(await connection.collection(name).findOne()).toMatchObject({ psaTicketId: 1_009, psaUserId: 8 });
    }
  });

  it('begins nothing for a row that was ended before its turn', async () => {
    const jobId = await bulkJob(2);
    const store = createImportStore(connection);
    await connection
      .collection<{ _id: string }>('job_rows')
      .updateOne({ _id: `${jobId}:0` }, { $set: { status: 'failed' } });
    const update: ImportIntent = {
      kind: 'update',
      ...{ at, ticketId: 1, customFields: {}, contact: {}, fieldsUpdated: [] },
      ...{ fieldsPreserved: [], manualWorkDetected: false, note: 'a note' },
    };
    const create: ImportIntent = { kind: 'create', at };
    for (const [fence, intent] of [
      [5, create],
      [6, update],
    ] as const) {
      const intents = [0, 1].map((index) => ({ ref: { jobId, index }, intent }));
      await expect(store.saveIntents({ fence, countsProgress: true }, intents)).rejects.toBeInstanceOf(
        StaleClaimError,
      );
      await expect(connection.collection('creations').countDocuments()).resolves.toBe(0);
    }
    const rows = await connection.collection('job_rows').find({ jobId }).sort({ index: 1 }).toArray();
    expect(rows).toMatchObject([
      { status: 'failed', intent: null },
      { status: 'pending', intent: null },
    ]);
  });

  it('keeps the data of each source separately', async () => {
    const store = createImportStore(connection);
    const first = leadWrite(1, 'one@example.com');
    await store.record(batch(1, { countsProgress: false, leads: [first] }));
    await store.record(
      batch(2, {
        countsProgress: false,
        leads: [{ ...first, isNew: false, source: 'csv', sourceData: { ...first.sourceData, kind: 'flat' } }],
      }),
    );

    const known = await findLeads(['email:one@example.com']);
    expect(Object.keys(known.get('email:one@example.com')?.sources ?? {}).sort()).toEqual([
      'csv',
      'provider_a',
    ]);
  });

  it('assigns every lead id once, even concurrently', async () => {
    const store = createImportStore(connection);
    const firsts = await Promise.all(Array.from({ length: 20 }, async () => store.reserveIds('lead', 5)));
    expect(new Set(firsts.flatMap((first) => [0, 1, 2, 3, 4].map((offset) => first + offset))).size).toBe(
      100,
    );
  });
});
