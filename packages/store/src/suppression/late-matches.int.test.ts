import { describe, expect, it, jest } from '@jest/globals';
import { defaultSources, readPayload, type Lead } from '@leadbridge/domain';
import type { ImportStore, LeadWrite, OptOutRequest, SuppressionStore } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { createJobStore } from '../job/job-store.js';
import { createLifecycleStore } from '../lifecycle/lifecycle-store.js';
import { createImportStore } from '../transactions/import-store.js';
import { createSuppressionStore } from './suppression-store.js';
import { useTestDatabase } from '../testing/use-test-database.js';

const at = '2026-01-31T09:00:00.000Z';
const email = 'jane@acme.example';
const person = { email, firstName: null, lastName: null, companyName: 'Acme' };
const keys = [{ kind: 'email', value: email }] as const;
const ticketId = 1_001;

let connection: Connection;
let imports: ImportStore;
let suppressions: SuppressionStore;

useTestDatabase((opened) => {
  connection = opened;
  imports = createImportStore(connection);
  suppressions = createSuppressionStore(connection);
  createJobStore(connection);
});

function optOut(changes: Partial<OptOutRequest> = {}): OptOutRequest {
  return {
    ...{ origin: 'api', ticketId: null, leadId: null, person, keys, leadSource: null },
    ...{ reason: 'Opt-out request', marks: ['flag', 'list'], at, by: 'key_1' },
    ...changes,
  };
}

function leadOf(): Lead {
  const [source] = defaultSources;
  const read = source && readPayload(source, { email, company: 'Acme' }, { defaultCountry: 'US' });
  if (read?.ok !== true) {
    throw new Error('The test lead cannot be read');
  }
  return read.lead;
}

function leadWrite(changes: Partial<LeadWrite> = {}): LeadWrite {
  const lead = leadOf();
  return {
    ...{ key: `email:${email}`, leadId: 1, isNew: true, psaTicketId: ticketId, ticketCreatedAfter: null },
    ...{ psaClientId: 1, psaSiteId: 2, psaUserId: 3, source: 'provider_a', merged: lead },
    sourceData: { kind: 'provider_a', lead, receivedAt: at },
    ...{ externalIds: [], provenance: {}, fields: {}, bySource: {}, qualityScore: 30 },
    ...{ status: 'new_lead', revives: false, prospect: null, personKeys: keys, hasOptedOut: false },
    isFoundByOptOuts: false,
    optOut: () => optOut({ origin: 'import', ticketId, leadId: 1, by: 'import' }),
    ...changes,
  };
}

async function recordLead(changes: Partial<LeadWrite> = {}): Promise<void> {
  const { behind } = await imports.record({
    ...{ fence: 1, countsProgress: false, at, rows: [], leads: [leadWrite(changes)] },
    ...{ listGroups: [], events: [], errorLogEntries: [] },
  });
  await behind;
}

/** Runs something between the last write of the next transaction and its commit. */
function beforeNextCommit(happens: () => Promise<unknown>): void {
  const transact = connection.transaction.bind(connection);
  jest.spyOn(connection, 'transaction').mockImplementationOnce(async (work, options) =>
    transact(async (session) => {
      const result = await work(session);
      await happens();
      return result;
    }, options),
  );
}

async function expectMarked(): Promise<void> {
  const lead = await connection.collection('leads').findOne({ psaTicketId: ticketId });
  expect(lead).toMatchObject({ doNotContact: true });
  const entries = await connection.collection('suppressions').find({ ticketId }).toArray();
  expect(entries).toEqual([expect.objectContaining({ status: 'pending', pushAt: expect.any(Date) })]);
  const events = await connection.collection('events').find({ type: 'lead.do_not_contact' }).toArray();
  const ids = events.map(({ data }) => (data as { suppression_id: string }).suppression_id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain(String(entries[0]?._id));
}

describe('a concurrent opt-out and record of its lead', () => {
  it('find each other if the record is committed last', async () => {
    beforeNextCommit(async () => suppressions.request([optOut()]));
    await recordLead();
    await expectMarked();
  });

  it('find each other if the opt-out is committed last', async () => {
    beforeNextCommit(async () => recordLead());
    await suppressions.request([optOut()]);
    await expectMarked();
  });

  it('find each other if the lead had its keys and its ticket before, as the opt-out finds it', async () => {
    await recordLead();
    await suppressions.request([optOut()]);
    await recordLead({ isNew: false, isFoundByOptOuts: true });
    await expectMarked();
  });

  it('find each other if another row of an import contains the opt-out, and is committed last', async () => {
    beforeNextCommit(async () => recordLead());
    const { behind } = await imports.record({
      ...{ fence: 2, countsProgress: false, at, rows: [], leads: [] },
      ...{ listGroups: [], events: [], errorLogEntries: [], optOuts: [optOut({ origin: 'import' })] },
    });
    await behind;
    await expectMarked();
  });

  it('find each other if the opt-out is a status request for another lead, and is committed last', async () => {
    await recordLead({ leadId: 2, key: `email:${email}|job_1#0`, psaTicketId: 1_002 });
    beforeNextCommit(async () => recordLead());
    await createLifecycleStore(connection).record({
      ...{ fence: 5, at, lead: { leadId: 2, doNotContact: true } },
      optOut: optOut({ ticketId: 1_002, leadId: 2 }),
    });
    await expectMarked();
  });

  it('are both kept if MongoDB is lost after the commit, and find each other at the next look', async () => {
    beforeNextCommit(async () => {
      await suppressions.request([optOut()]);
      jest.spyOn(connection, 'transaction').mockRejectedValueOnce(new Error('The connection was lost'));
    });
    await recordLead();

    expect(await connection.collection('leads').countDocuments({ psaTicketId: ticketId })).toBe(1);
    const [entry] = await connection.collection('suppressions').find({}).toArray();
    expect(entry).toMatchObject({ ticketId: null, spreadAt: expect.any(Date) });
    const standing = await suppressions.find(String(entry?._id));
    expect(standing === null ? null : await suppressions.propagate(standing, 1, at)).toBe(true);
    await expectMarked();
  });
});
