import { createHash } from 'node:crypto';

import type { NewErrorLogEntry } from '@leadbridge/usecases';
import { currentRequestContext, maskPersons, newId, type RequestContext } from '@leadbridge/platform';
import type { AnyBulkWriteOperation, ClientSession, Connection } from 'mongoose';

import { errorLogModel, type ErrorLogDocument } from './error-log-model.js';

const maxMessageLength = 500;

/** An import of thousands may fail in every row; the entry lists the first rows, and the job all of them. */
const namedRows = 20;

/** Writes entries of the error log, in the transaction of what they report if there is one. */
export async function insertErrorLogEntries(
  connection: Connection,
  errorLogEntries: readonly NewErrorLogEntry[],
  at: Date,
  session?: ClientSession,
): Promise<void> {
  if (errorLogEntries.length > 0) {
    const writes = errorLogEntries.map((entry) => write(errorLogDocument(entry, at)));
    await errorLogModel(connection).bulkWrite(writes, {
      ordered: true,
      ...(session === undefined ? {} : { session }),
    });
  }
}

/** A new entry, or more rows for the job's existing entry for this reason. */
function write({ rowCount, rowPlaces, ...entry }: ErrorLogDocument): AnyBulkWriteOperation<ErrorLogDocument> {
  return {
    updateOne: {
      filter: { _id: entry._id },
      update: {
        $setOnInsert: entry,
        ...(rowPlaces === undefined
          ? {}
          : {
              $inc: { rowCount: rowCount ?? 0 },
              $push: { rowPlaces: { $each: rowPlaces, $sort: { row: 1 }, $slice: namedRows } },
            }),
      },
      upsert: true,
    },
  };
}

/** An entry as it is stored. If it is written once per job, its id is derived from the job and the reason. */
function errorLogDocument(entry: NewErrorLogEntry, at: Date): ErrorLogDocument {
  const context = currentRequestContext();
  const message = maskPersons(entry.message).slice(0, maxMessageLength);
  const jobId = entry.jobId ?? context.jobId ?? null;
  const isOnce = entry.oncePerJob === true && jobId !== null;
  return {
    _id: isOnce ? idOfReason(jobId, entry.errorCode, message) : newId('err', at.getTime()),
    at,
    level: entry.level,
    message,
    source: entry.source,
    leadId: entry.leadId ?? null,
    errorCode: entry.errorCode,
    jobId,
    requestId: entry.requestId ?? (isOfAnotherJob(entry, context) ? null : (context.requestId ?? null)),
    fault: entry.fault ?? 'service',
    leadSource: entry.leadSource ?? null,
    ...(entry.rows === undefined ? {} : { rowCount: entry.rows.length, rowPlaces: [...entry.rows] }),
  };
}

/** Messages for the same reason may differ in numbers and quoted values. */
function idOfReason(jobId: string, errorCode: string, message: string): string {
  const reason = message.replace(/"[^"]*"|'[^']*'|\d+/g, '#');
  const hash = createHash('sha256').update(JSON.stringify([jobId, errorCode, reason]));
  return `err_${hash.digest('hex').slice(0, 25)}`;
}

/** Imports of one batch run in the context of one of them, whose request is unrelated to the others. */
function isOfAnotherJob({ jobId }: NewErrorLogEntry, context: RequestContext): boolean {
  return jobId !== undefined && context.jobId !== undefined && jobId !== context.jobId;
}
