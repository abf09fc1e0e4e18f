import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import { StaleClaimError, traceKinds, type AnalyticsReader, type ErasureStore } from '@leadbridge/usecases';

import { createAnalyticsReader } from '../analytics/analytics-reader.js';
import { createFactTotals } from '../analytics/fact-totals.js';
import { connectMongo, ensureIndexes } from '../connect.js';
import { declaredErasures, personalFields } from '../define-model.js';
import { distinctValues } from '../distinct-values.js';
import type { ErasureRule } from '../erasure-rule.js';
import { suppressionModel } from '../suppression/suppression-model.js';
import { erasedWithLeads } from './erase-records.js';
import { createErasureStore } from './erasure-store.js';
import { erasureOf } from './testing/erasure-of.js';
import { traces } from './traces.js';

let mongo: Awaited<ReturnType<typeof connectMongo>>;
let store: ErasureStore;
let analytics: AnalyticsReader;

const at = new Date('2026-01-31T09:00:00.000Z');
const wonAt = new Date(at.getTime() + 3_600_000);
const period = { from: new Date(at.getTime() - 1), to: new Date(wonAt.getTime() + 1) };
const outcome = { status: 'failed', code: 'ERASED', error: 'Erased' } as const;

beforeAll(async () => {
  mongo = await connectMongo(testServers().mongodbUri);
  store = createErasureStore(mongo);
  analytics = createAnalyticsReader(mongo);
  createFactTotals(mongo);
  await ensureIndexes(mongo);
});

afterAll(async () => {
  await mongo.close();
});

beforeEach(async () => {
  await Promise.all(Object.values(mongo.models).map(async (model) => model.collection.deleteMany({})));
  const shared = { psaTicketId: 1_001, source: 'csv', createdAt: at, lead: {}, updatedAt: at };
  await mongo.collection('leads').insertMany([
    { ...shared, _id: 1, key: 'a', status: 'engaged', createdSource: 'csv', prospectId: 1 },
    { ...shared, _id: 2, key: 'b', status: 'contacted', createdSource: 'csv', prospectId: null },
    { ...shared, _id: 3, key: 'c', status: 'contacted', createdSource: 'csv', prospectId: null },
  ] as never[]);
  await mongo
    .collection('prospects')
    .insertOne({ ...shared, _id: 1 as never, leadId: 1, status: 'qualified', opportunityId: 1 });
  await mongo.collection('opportunities').insertOne({
    ...{ ...shared, _id: 1 as never, leadId: 1, prospectId: 1, psaOpportunityId: 501, status: 'won' },
    opportunity: { value: 700 },
  });
  await mongo.collection('transitions').insertOne({
    ...{ kind: 'opportunity', recordId: 1, leadId: 1, source: 'csv', from: 'negotiation', to: 'won' },
    ...{ at: wonAt, secondsInFrom: 60 },
  });
});

const erase = (fence: number, changes: object = {}) =>
  store.eraseRecords(
    { next: erasureOf(), failedRows: [], endedJobs: [], outcome, at: at.toISOString(), ...changes },
    fence,
  );

const figures = async () => [
  await analytics.transitions(period, undefined),
  await analytics.transitions(period, 'csv'),
  await standing(undefined),
  await standing('csv'),
  await standing('other'),
];

const standing = async (source: string | undefined) =>
  [...(await analytics.standing(source))].filter(([, count]) => count > 0).sort();

describe('records that are erased', () => {
  it('are still counted, whether their facts are in the totals or not', async () => {
    const before = await figures();
    expect(JSON.stringify(before)).toContain('"value":700');
    expect(before[2]).toEqual([
      ['contacted', 2],
      ['won', 1],
    ]);
    await erase(1);
    expect(await figures()).toEqual(before);
    const totals = createFactTotals(mongo);
    while ((await totals.rollUp()) > 0);
    expect(await figures()).toEqual(before);
  });

  it('are removed in one write, which returns their number', async () => {
    const erased = await erase(1);
    expect(erased.erased).toMatchObject({ leads: 2, prospects: 1, opportunities: 1, calls: 0 });
    expect(await store.find('job_erasure')).toEqual(erased);
    expect(await distinctValues({ collection: mongo.collection('leads') }, '_id')).toEqual([3]);
    const events = await mongo
      .collection('events')
      .find({ type: 'lead.erased' })
      .sort({ 'data.lead_id': 1 })
      .toArray();
    expect(events.map(({ data }) => data as unknown)).toEqual([
      { lead_id: 1, prospect_id: 1, opportunity_id: 1, job_id: 'job_erasure' },
      { lead_id: 2, prospect_id: null, opportunity_id: null, job_id: 'job_erasure' },
    ]);
    expect(await mongo.collection('events').countDocuments({ dispatchedAt: { $type: 'null' } })).toBe(2);
  });

  it('take along clients that no other lead has, by whichever name they are stored', async () => {
    const remembered = [
      { _id: 'acme', clientId: 301 },
      { _id: 'alexexample', clientId: 302 },
      { _id: 'ofothers', clientId: 303 },
    ].map((company) => ({ ...company, siteId: 401, updatedAt: at }));
    await mongo.collection('companies').insertMany(remembered as never[]);
    const psa = { ticketIds: [], contactIds: [], opportunityIds: [], clientIds: [302] };

    const erased = await erase(1, { next: erasureOf({ companyKeys: ['acme'], psa }) });

    expect(erased.erased.companies).toBe(2);
    expect(await distinctValues({ collection: mongo.collection('companies') }, '_id')).toEqual(['ofothers']);
  });

  it('stay if another worker has taken over', async () => {
    await store.save(erasureOf({ stage: 'records' }), 7);
    await expect(erase(6)).rejects.toBeInstanceOf(StaleClaimError);
    expect(await mongo.collection('leads').countDocuments()).toBe(3);
    await erase(8);
    await expect(store.save(erasureOf(), 7)).rejects.toBeInstanceOf(StaleClaimError);
  });

  it('end the open requests for them', async () => {
    const progress = { total: 2, processed: 0, successful: 0, failed: 0 };
    const job = { status: 'active', input: {}, progress, createdAt: at };
    await mongo.collection('jobs').insertMany([
      { ...job, _id: 'job_bulk', type: 'bulk_import' },
      { ...job, _id: 'job_single', type: 'lead_import' },
    ] as never[]);
    const planned = { result: 'created', psa_ticket_id: null, changes: { CF_102: { from: null, to: 'x' } } };
    const row = { jobId: 'job_bulk', status: 'pending', data: {}, planned, intent: null, outcome: null };
    await mongo.collection('job_rows').insertMany([
      { ...row, _id: 'job_bulk:0', index: 0 },
      { ...row, _id: 'job_bulk:1', index: 1 },
    ] as never[]);
    const end = { at: at.toISOString(), status: 'failed', result: null, error: null } as const;
    await erase(1, {
      failedRows: [
        { jobId: 'job_bulk', index: 1, ofBulk: true },
        { jobId: 'job_single', index: 0, ofBulk: false },
      ],
      endedJobs: [{ ...end, jobId: 'job_single' }],
    });
    const rows = await mongo.collection('job_rows').find().sort({ _id: 1 }).toArray();
    expect(rows).toMatchObject([
      { _id: 'job_bulk:0', status: 'pending', data: {}, planned },
      { _id: 'job_bulk:1', status: 'failed', outcome, result: 'ERASED', data: null, planned: null },
    ]);
    expect(await mongo.collection('jobs').find().sort({ _id: 1 }).toArray()).toMatchObject([
      { _id: 'job_bulk', status: 'active', progress: { processed: 1, failed: 1 } },
      { _id: 'job_single', status: 'failed', row: { outcome, result: 'ERASED' } },
    ]);
  });
});

it('leads are found by the key of their record, and by every key of their person', async () => {
  const key = 'company-person:exampleworks-alexexample';
  await mongo.collection('leads').updateOne({ _id: 2 as never }, { $set: { key, personKeys: [key] } });
  await mongo.collection('leads').updateOne({ _id: 3 as never }, { $set: { personKeys: ['phone:1', key] } });
  const found = async (keys?: readonly string[]): Promise<number[]> => {
    const ids: number[] = [];
    for await (const { leadId } of store.leads(keys)) ids.push(leadId);
    return ids;
  };
  expect(await found()).toEqual([1, 2, 3]);
  expect(await found(['a', 'phone:1'])).toEqual([1, 3]);
  expect(await found([key])).toEqual([2, 3]);
  expect(await found(['phone:2'])).toEqual([]);
});

it('each collection that declares what an erasure does is dealt with', async () => {
  // Every model there is.
  await import('../index.js');
  const declared = (isMeant: (rule: ErasureRule) => boolean) =>
    [...declaredErasures].filter(([, rule]) => isMeant(rule)).map(([collection]) => collection);
  const withLeads = erasedWithLeads(mongo).map(({ collection }) => collection.collectionName);
  expect(withLeads.sort()).toEqual(declared((rule) => typeof rule === 'object').sort());
  expect([...traceKinds].sort()).toEqual(declared((rule) => rule === 'searched').sort());
});

it('a document of the person keeps none of the fields that are declared so, and others keep them', async () => {
  const full = { jobId: 'job_1', status: 'failed', data: {}, planned: {}, intent: {}, outcome: {} };
  await mongo.collection('job_rows').insertMany([
    { ...full, _id: 'job_1:0', index: 0 },
    { ...full, _id: 'job_1:1', index: 1 },
  ] as never[]);
  const changes = [
    { id: 'job_1:0', isTheirs: true, set: { outcome } },
    { id: 'job_1:1', isTheirs: false, set: { outcome } },
  ];
  await store.writeTraces(erasureOf(), 'job_rows', changes, 1);
  const rows = await mongo.collection('job_rows').find().sort({ _id: 1 }).toArray();
  expect(rows).toMatchObject([
    { data: null, planned: null, intent: null, outcome },
    { data: {}, planned: {}, intent: {}, outcome },
  ]);
});

const personalOf = (collection: string): readonly string[] =>
  [...personalFields]
    .filter((name) => name.startsWith(`${collection}.`))
    .map((name) => name.split('.')[1] ?? '');

it('of an opt-out, each personal field is replaced', () => {
  const personal = personalOf('suppressions');
  expect(personal.length).toBeGreaterThan(5);
  expect(personal.filter((field) => !(field in suppressionModel.left))).toEqual(['identity']);
});

it.each(traceKinds)('each personal field is searched or replaced: %s', (kind) => {
  const { fields, left } = traces[kind];
  const seen = new Set(['_id', ...fields.map((path) => path.split('.')[0]), ...Object.keys(left)]);
  const personal = personalOf(kind);
  expect(personal).not.toEqual([]);
  expect(personal.filter((field) => !seen.has(field))).toEqual([]);
});

it('a delivery says whether its event is about one of the records', async () => {
  const events = [
    { lead_id: 2 },
    { prospect_id: 1 },
    { opportunity_id: 1 },
    { lead_id: 3 },
    { prospect_id: 2 },
  ];
  const deliveries = mongo.collection<{ _id: string }>('webhook_deliveries');
  for (const [index, data] of events.entries()) {
    await mongo.collection<{ _id: string }>('events').insertOne({ _id: `evt_${index}`, ...{ at, data } });
    const request = { headers: [], body: JSON.stringify(data) };
    await deliveries.insertOne({
      _id: `dlv_${index}`,
      ...{ eventId: `evt_${index}`, request, attempts: [] },
    });
  }
  const found = await store.traces(erasureOf(), 'webhook_deliveries', 10);
  expect(found).toMatchObject([true, true, true, false, false].map((isOfTheirs) => ({ isOfTheirs })));
});

describe('the error log', () => {
  it('says which entries are about a row that an erasure has emptied', async () => {
    const failed = (index: number, code: string) => ({
      jobId: 'job_1',
      index,
      outcome: { ...outcome, code },
    });
    await mongo.collection<{ _id: string }>('job_rows').insertMany([
      { _id: 'job_1:0', ...failed(0, 'ERASED') },
      { _id: 'job_1:1', ...failed(1, 'EXTERNAL_API_ERROR') },
    ]);
    await mongo.collection<{ _id: string }>('error_log').insertMany([
      {
        _id: 'err_1',
        ...{ jobId: 'job_1', rowPlaces: [0, 1].map((index) => ({ index, row: index + 2 })), at },
      },
      { _id: 'err_2', ...{ jobId: 'job_1', rowPlaces: [{ index: 1, row: 0 }], at } },
      { _id: 'err_3', ...{ jobId: 'job_1', at } },
      { _id: 'err_4', ...{ jobId: null, at } },
      // Of an earlier release.
      { _id: 'err_5', ...{ jobId: 'job_1', rows: [0], at } },
    ]);
    const entries = await store.traces(erasureOf({ stage: 'error_log' }), 'error_log', 10);
    expect(entries).toMatchObject([
      { id: 'err_1', isOfErasedRow: true },
      { id: 'err_2', isOfErasedRow: false },
      { id: 'err_3', isOfErasedRow: false },
      { id: 'err_4', isOfErasedRow: false },
      { id: 'err_5', isOfErasedRow: true },
    ]);
  });
});
