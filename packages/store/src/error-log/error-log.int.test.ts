import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorLogLevels, type ErrorLogLevel } from '@leadbridge/contracts';
import { testServers } from '@leadbridge/devkit';
import type { ErrorLogReader } from '@leadbridge/usecases';
import fc from 'fast-check';
import type { Connection } from 'mongoose';

import { connectMongo, ensureIndexes } from '../connect.js';
import { createErrorLog } from './error-log.js';

const minute = 60_000;
const day = 24 * 60 * minute;
const today = Math.floor(Date.now() / day) * day;

interface Entry {
  readonly _id: string;
  readonly at: Date;
  readonly level: ErrorLogLevel;
}

const moments = fc
  .tuple(
    fc.integer({ min: 0, max: 80 }),
    fc.constantFrom(0, 1, 59, 60, 23 * 60),
    fc.constantFrom(0, 1, 30_000, minute - 1),
  )
  .map(([days, minutes, rest]) => new Date(today - days * day - minutes * minute - rest));
const levels = fc.constantFrom(...errorLogLevels);
const questions = fc.record(
  {
    from: moments,
    to: moments,
    level: levels,
    page: fc.integer({ min: 1, max: 60 }),
    limit: fc.integer({ min: 1, max: 40 }),
  },
  { requiredKeys: ['page', 'limit'] },
);

let mongo: Connection;
let log: ErrorLogReader;

beforeAll(async () => {
  mongo = await connectMongo(testServers().mongodbUri);
  log = createErrorLog(mongo);
  await ensureIndexes(mongo);
});

afterAll(async () => {
  await mongo.close();
});

describe('a page of the error log', () => {
  it('is that of a plain list', async () => {
    const entries: Entry[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ at: moments, level: levels }), { minLength: 1, maxLength: 40 }),
        fc.array(questions, { minLength: 6, maxLength: 6 }),
        async (added, asked) => {
          const documents = added.map((entry, index) => ({
            ...entry,
            _id: `err_${String((entries.length + index) % 97).padStart(3, '0')}_${entries.length + index}`,
          }));
          await mongo.collection<Entry>('error_log').insertMany(documents.map((entry) => ({ ...entry })));
          entries.push(...documents);
          for (const { page, limit, ...query } of asked) {
            const { from, to, level } = query;
            const inside = entries
              .filter(
                ({ at, level: of }) =>
                  (from === undefined || at >= from) &&
                  (to === undefined || at <= to) &&
                  (level === undefined || of === level),
              )
              .sort(
                (left, right) => right.at.getTime() - left.at.getTime() || (right._id > left._id ? 1 : -1),
              );
            const { total, items } = await log.list({ ...query, page, limit });
            expect(total).toBe(inside.length);
            expect(items.map(({ id }) => id)).toEqual(
              inside.slice((page - 1) * limit, page * limit).map(({ _id }) => _id),
            );
          }
        },
      ),
      { numRuns: 60, endOnFailure: true },
    );
  });

  it('neither contains nor counts entries that MongoDB may remove at any moment', async () => {
    const before = (await log.list({ page: 1, limit: 1 })).total;
    await mongo.collection<Entry>('error_log').insertMany([
      { _id: 'err_old', at: new Date(Date.now() - 90 * day + minute), level: 'error' },
      { _id: 'err_kept', at: new Date(Date.now() - 90 * day + 60 * minute), level: 'error' },
    ]);
    const { total } = await log.list({ page: 1, limit: 1 });
    expect(total).toBe(before + 1);
    const last = await log.list({ page: total, limit: 1 });
    expect(last.items.map(({ id }) => id)).toEqual(['err_kept']);
  });
});
