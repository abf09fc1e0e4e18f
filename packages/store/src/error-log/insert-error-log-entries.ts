import type { NewErrorLogEntry } from '@leadbridge/usecases';
import type { AnyBulkWriteOperation, ClientSession, Connection } from 'mongoose';

import { errorLogDocument } from './error-log-documents.js';
import { errorLogModel, type ErrorLogDocument } from './error-log-model.js';

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
