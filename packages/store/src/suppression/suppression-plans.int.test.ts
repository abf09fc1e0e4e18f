import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import { isoTime } from '@leadbridge/platform';
import type { SuppressionStore } from '@leadbridge/usecases';

import { connectMongo, ensureIndexes } from '../connect.js';
import { createTimelineReader } from '../lifecycle/timeline-reader.js';
import { profiledReads } from '../testing/profiled-reads.js';
import { createOldestOptOut } from './oldest-opt-out.js';
import { createRefusedOptOuts } from './refused-opt-outs.js';
import { suppressionModel } from './suppression-model.js';
import { createSuppressionStore } from './suppression-store.js';

const listed = 3_000;
const others = 5;
const now = new Date('2026-01-31T09:00:00.000Z');
const page = { page: 1, limit: 50 };

let mongo: Awaited<ReturnType<typeof connectMongo>>;
let store: SuppressionStore;

/** An entry of a list, which nobody is to be told of. */
const entry = (number: number, changes: object = {}): object => ({
  ...{ _id: `sup_${number}`, identity: `person//email:${number}`, references: [], origin: 'api' },
  ...{ ticketId: null, leadId: null, person: { email: `${number}@acme.example` }, keys: [`email:${number}`] },
  ...{ leadSource: null, provider: null, reason: 'x', requestedBy: 'key_1', requestedAt: now },
  ...{ statusReason: null, error: null, lastAttemptAt: null },
  ...{ status: 'no_provider', statusAt: now, attempts: 0, retryUntil: now, marks: [], notes: [], fence: 1 },
  ...{ pushAt: null, ticketAt: null, ticketAttempts: 0, spreadAt: null, announced: true, ...changes },
});

beforeAll(async () => {
  mongo = await connectMongo(testServers().mongodbUri);
  store = createSuppressionStore(mongo);
  createTimelineReader(mongo);
  await ensureIndexes(mongo);
  const ofLead = { leadId: 1, ticketId: 7, provider: 'provider_a', references: ['ref-1'], attempts: 3 };
  const due = ['pushAt', 'ticketAt', 'spreadAt'].map((field, index) =>
    entry(listed + others + index, { [field]: now }),
  );
  await suppressionModel(mongo).collection.insertMany([
    ...Array.from({ length: listed }, (_, index) => entry(index)),
    ...Array.from({ length: others }, (_, index) =>
      entry(listed + index, { ...ofLead, status: 'failed', keys: ['domain:acme.example'] }),
    ),
    ...due,
  ]);
});

afterAll(async () => {
  await mongo.close();
});

const notification = { ticketId: 7, reference: 'ref-1', reason: 'x', at: isoTime(now.getTime()) };

it.each<[string, () => Promise<unknown>]>([
  ['those that are due', async () => expect(await store.due(notification.at, 100)).toHaveLength(3)],
  ['when the first is due', async () => expect(await store.nextDueAt()).toBe(notification.at)],
  ['those to look for the leads of', async () => store.settle(notification.at, 100)],
  ['that of a notification', async () => store.open(notification)],
  ['those of a lead', async () => createTimelineReader(mongo).timeline(1, page)],
  ['those that a provider refuses', async () => expect(await createRefusedOptOuts(mongo)()).toHaveLength(1)],
  ['the oldest that waits', async () => createOldestOptOut(mongo)('failed')],
  [
    'those of a provider',
    async () => expect((await store.list({ ...page, provider: 'provider_a' })).total).toBe(others),
  ],
  [
    'those with a status',
    async () => expect((await store.list({ ...page, status: 'failed' })).total).toBe(others),
  ],
  [
    'those of a domain',
    async () => expect((await store.list({ ...page, domain: 'acme.example' })).total).toBe(others),
  ],
  [
    'that of an email',
    async () => expect((await store.list({ ...page, email: '7@acme.example' })).total).toBe(1),
  ],
])('beside those of lists, indexes find %s', async (_name, work) => {
  const all = await profiledReads(mongo, work);
  const reads = all.filter(({ command }) => Object.values(command).includes('suppressions'));
  expect(reads.length).toBeGreaterThan(0);
  for (const { plans, docsExamined = 0, keysExamined = 0 } of reads) {
    expect(plans).not.toContain('COLLSCAN');
    expect(Math.max(docsExamined, keysExamined)).toBeLessThan(4 * others);
  }
});
