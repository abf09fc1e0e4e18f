import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import type { ErrorLogReader, NewErrorLogEntry } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { connectMongo, ensureIndexes } from '../connect.js';
import { createErrorLog } from './error-log.js';
import { insertErrorLogEntries } from './insert-error-log-entries.js';

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

function failedRows(jobId: string, message: string, rows: readonly number[]): NewErrorLogEntry {
  return {
    level: 'warning',
    fault: 'caller',
    message,
    source: 'import',
    leadSource: 'csv',
    errorCode: 'VALIDATION_ERROR',
    jobId,
    oncePerJob: true,
    rows: rows.map((row) => ({ index: row - 2, row })),
  };
}

async function messagesOf(jobId: string): Promise<string[]> {
  const { items, total } = await log.list({ jobId, page: 1, limit: 100 });
  expect(total).toBe(items.length);
  return items.map(({ message }) => message).sort();
}

describe('entries that are written once per job', () => {
  it('are one for ten thousand rows that fail for one reason, in any number of batches and transactions', async () => {
    const batches = Array.from({ length: 100 }, (_, batch) =>
      failedRows(
        'job_large',
        'Invalid email address',
        Array.from({ length: 100 }, (_row, index) => batch * 100 + index + 2),
      ),
    );
    // Two at once in transactions, like two workers.
    for (let index = 0; index < batches.length; index += 2) {
      await Promise.all(
        batches
          .slice(index, index + 2)
          .map((errorLogEntry) =>
            mongo.transaction(async (session) =>
              insertErrorLogEntries(mongo, [errorLogEntry], new Date(), session),
            ),
          ),
      );
    }
    const first = Array.from({ length: 20 }, (_, index) => index + 2).join(', ');
    expect(await messagesOf('job_large')).toEqual([`Invalid email address (rows ${first} and 9980 more)`]);
  });

  it('are several for several reasons, and one if only numbers and quotes differ', async () => {
    await insertErrorLogEntries(
      mongo,
      [
        failedRows('job_mixed', 'Invalid email address', [3]),
        failedRows('job_mixed', 'The PSA refused client 17', [5]),
        failedRows('job_mixed', 'The PSA refused client 18', [4]),
        failedRows('job_other', 'Invalid email address', [1]),
      ],
      new Date(),
    );
    expect(await messagesOf('job_mixed')).toEqual([
      'Invalid email address (row 3)',
      'The PSA refused client 17 (rows 4, 5)',
    ]);
    expect(await messagesOf('job_other')).toEqual(['Invalid email address (row 1)']);
  });

  it('leave others unchanged: each is an entry', async () => {
    const errorLogEntry: NewErrorLogEntry = {
      level: 'error',
      message: 'Lost',
      source: 'psa',
      errorCode: 'X',
      jobId: 'job_y',
    };
    await insertErrorLogEntries(mongo, [errorLogEntry, errorLogEntry], new Date());
    expect(await messagesOf('job_y')).toEqual(['Lost', 'Lost']);
  });
});
