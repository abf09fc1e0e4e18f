import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import type { Connection } from 'mongoose';

import { connectMongo, ensureIndexes } from '../connect.js';
import { createErrorLog } from '../error-log/error-log.js';
import { profiledReads } from '../testing/profiled-reads.js';
import { createAnalyticsReader } from './analytics-reader.js';
import { createFactTotals } from './fact-totals.js';

const count = 6_000;
const minute = 60_000;
const day = 24 * 60 * minute;
/** Recent enough for the error log, whose entries expire. */
const origin = Math.floor(Date.now() / day) * day - 60 * day;
const period = { from: new Date(origin + 12_345), to: new Date(origin + 40 * day + 54_321) };
const statuses = ['new_lead', 'researching', 'engaged'];

let mongo: Connection;

/** Facts over fifty days; those of the last ten minutes are in no total yet. */
beforeAll(async () => {
  mongo = await connectMongo(testServers().mongodbUri);
  createErrorLog(mongo);
  createAnalyticsReader(mongo);
  await ensureIndexes(mongo);
  const rows = (row: (index: number, at: Date) => object): object[] =>
    Array.from({ length: count }, (_, index) => row(index, new Date(origin + index * 12 * minute)));
  const insert = async (collection: string, documents: readonly object[]): Promise<void> => {
    await mongo.collection(collection).insertMany([...documents]);
  };
  await insert(
    'events',
    rows((_, at) => ({ at, source: 'csv', created: 1, updated: 0, skipped: 0, preserved: 0, failed: 0 })),
  );
  await insert(
    'transitions',
    rows((index, at) => {
      const move =
        index % 2 === 0 ? { from: 'negotiation', to: 'won' } : { from: 'new_lead', to: 'researching' };
      return { at, source: 'csv', ...move, secondsInFrom: 60, kind: 'lead', recordId: index, leadId: index };
    }),
  );
  await insert(
    'opportunities',
    rows((index, at) => ({
      ...{ _id: index, prospectId: index, psaOpportunityId: index, status: 'won', source: 'csv' },
      ...{ createdAt: at, opportunity: { value: 5 } },
    })),
  );
  await insert(
    'leads',
    rows((index) => ({
      ...{
        _id: index,
        key: `k${index}`,
        status: statuses[index % 3],
        createdSource: 'csv',
        prospectId: null,
      },
    })),
  );
  await insert(
    'error_log',
    rows((index, at) => ({ _id: `err_${index}`, at, level: 'error', message: '', source: 'import' })),
  );
  const totals = createFactTotals(mongo);
  while ((await totals.rollUp()) > 0);
});

afterAll(async () => {
  await mongo.close();
});

describe('the reads of the analytics and the error log', () => {
  const reader = () => createAnalyticsReader(mongo);
  const errors = () => createErrorLog(mongo);

  it.each<[string, number, () => Promise<unknown>]>([
    ['the imports of a period', 1, () => reader().sourceFacts(period)],
    ['the imports of a source', 1, () => reader().sourceFacts(period, 'csv')],
    ['the transitions of a period', 1, () => reader().transitions(period)],
    ['the transitions of a source', 1, () => reader().transitions(period, 'csv')],
    [
      'the moves within a minute',
      1,
      () => reader().transitions({ from: period.from, to: new Date(origin + 55_000) }),
    ],
    ['records by their state', 17, () => reader().standing()],
    ['records of a source by their state', 17, () => reader().standing('csv')],
  ])('finds %s in indexes and totals', async (_name, commands, work) => {
    const reads = await profiledReads(mongo, work);
    expect(reads).toHaveLength(commands);
    for (const { plans, docsExamined = 0 } of reads) {
      expect(plans).not.toContain('COLLSCAN');
      expect(docsExamined).toBeLessThan(count / 10);
    }
  });

  it.each([
    ['the first page', {}, 1],
    ['a page in the middle', {}, 60],
    ['the last page', {}, 120],
    ['the last page of a level', { level: 'error' as const }, 120],
    ['the last page of a period', { from: period.from, to: period.to }, 95],
  ])('finds %s of the error log without sorting or reading other entries', async (_name, query, page) => {
    const limit = 50;
    let items = 0;
    const reads = await profiledReads(mongo, async () => {
      items = (await errors().list({ ...query, page, limit })).items.length;
    });
    expect(items).toBeGreaterThan(0);
    for (const { plans, docsExamined = 0, hasSortStage } of reads) {
      expect(plans).not.toContain('COLLSCAN');
      expect(hasSortStage ?? false).toBe(false);
      expect(docsExamined).toBeLessThan(count / 10);
    }
  });
});
