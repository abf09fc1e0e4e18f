import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import {
  dedupeKey,
  defaultSources,
  findSource,
  personOfLead,
  readPayload,
  suppressionKeyText,
  gatingKeysOfLead,
} from '@leadbridge/domain';
import type { ImportStore, LeadWrite, SuppressionStore } from '@leadbridge/usecases';
import fc from 'fast-check';
import type { Connection } from 'mongoose';

import { connectMongo, ensureIndexes } from '../connect.js';
import { createJobStore } from '../job/job-store.js';
import { leadModel } from '../lead/lead-model.js';
import { createImportStore } from '../transactions/import-store.js';
import { createSuppressionStore } from './suppression-store.js';

const at = '2026-01-31T09:00:00.000Z';

let connection: Connection;
let imports: ImportStore;
let suppressions: SuppressionStore;

beforeAll(async () => {
  connection = await connectMongo(testServers().mongodbUri);
  imports = createImportStore(connection);
  suppressions = createSuppressionStore(connection);
  createJobStore(connection);
  await ensureIndexes(connection);
});

afterAll(async () => {
  await connection.close();
});

function leadWrite(leadId: number, data: object): LeadWrite {
  const source = findSource(defaultSources, 'csv');
  const read = source && readPayload(source, data, { defaultCountry: 'US' });
  if (read?.ok !== true) {
    throw new Error('The test lead cannot be read');
  }
  const { lead } = read;
  const keys = gatingKeysOfLead(lead);
  return {
    ...{ key: `${dedupeKey(lead)?.key ?? ''}|${leadId}`, leadId, isNew: true, psaTicketId: 1_000 + leadId },
    ...{ ticketCreatedAfter: null, psaClientId: 1, psaSiteId: 2, psaUserId: 3, source: 'csv', merged: lead },
    sourceData: { kind: 'flat', lead, receivedAt: at },
    ...{ externalIds: [], provenance: {}, fields: {}, bySource: {}, qualityScore: 30 },
    ...{ status: 'new_lead', revives: false, prospect: null, personKeys: keys, hasOptedOut: false },
    isFoundByOptOuts: false,
    optOut: () => ({
      ...{ origin: 'import', ticketId: null, leadId, person: personOfLead(lead), keys, leadSource: null },
      ...{ reason: 'Opt-out request', marks: [], at, by: 'import' },
    }),
  };
}

describe('the leads that an opt-out covers', () => {
  it('law: are known before as the leads that it then marks', async () => {
    const person = fc.record({
      email: fc.constantFrom(undefined, 'a@acme.example', 'b@acme.example', 'c@acme.example'),
      name: fc.constantFrom('Jane Doe', 'Sam Roe', 'Kim Poe'),
      company: fc.constantFrom('Acme', 'Globex'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 8 }), async (people) => {
        await Promise.all(Object.values(connection.models).map(async (model) => model.deleteMany({})));
        await imports.record({
          ...{
            fence: 1,
            countsProgress: false,
            at,
            rows: [],
            listGroups: [],
            events: [],
            errorLogEntries: [],
          },
          leads: people.map((data, index) => leadWrite(index + 1, data)),
        });
        const record = await suppressions.leadById(1);
        if (record === null) {
          throw new Error('The test lead is not stored');
        }
        const { keys, person: named } = record;
        const before = await suppressions.coveredLeads(keys);
        await suppressions.request([
          {
            ...{ origin: 'api', ticketId: 1_001, leadId: 1, person: named, keys, leadSource: null },
            ...{ reason: 'Opt-out request', marks: ['flag'], at, by: 'key_1' },
          },
        ]);
        const marked = await leadModel(connection).find({ doNotContact: true }).sort({ _id: 1 }).lean();
        expect(before.map(({ leadId }) => leadId)).toEqual(marked.map(({ _id }) => _id));
        expect((await suppressions.coveredLeads(keys)).map(({ leadId }) => leadId)).toEqual(
          before.map(({ leadId }) => leadId),
        );
        expect(keys.map(suppressionKeyText)).not.toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});
