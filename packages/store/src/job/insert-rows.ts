import { given } from '@leadbridge/platform';
import type { NewJob, NewJobRow, NewJobRows } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { areDuplicateKeys } from '../duplicate-key.js';
import { insertGroups } from './insert-groups.js';
import { jobRowModel, rowId, type JobRowDocument } from './job-row-model.js';

export async function insertRows(
  connection: Connection,
  job: NewJob,
  rows: readonly NewJobRow[],
  session?: ClientSession,
): Promise<void> {
  const collection = collectionOf(jobRowModel(connection));
  for await (const documents of groupsOf(job, rows)) {
    await collection.insertMany(documents, {
      ordered: session !== undefined,
      ...(session === undefined ? {} : { session }),
    });
  }
}

/**
 * The same if an interrupted call may have stored some of them. The retention of the existing rows is reset
 * to start with the job, because they must not expire before it.
 */
export async function insertMissingRows(
  connection: Connection,
  job: NewJob,
  rows: NewJobRows,
): Promise<void> {
  let inserting = Promise.resolve();
  try {
    for await (const documents of groupsOf(job, rows)) {
      await inserting;
      // The next rows are read while the database takes these.
      inserting = insertMissing(connection, job, documents);
      inserting.catch(() => undefined);
    }
  } finally {
    await inserting;
  }
}

async function insertMissing(
  connection: Connection,
  job: NewJob,
  documents: readonly JobRowDocument[],
): Promise<void> {
  const collection = collectionOf(jobRowModel(connection));
  try {
    await collection.insertMany(documents, { ordered: false });
  } catch (error) {
    if (!areDuplicateKeys(error)) {
      throw error;
    }
    await collection.updateMany(
      { _id: { $in: documents.map(({ _id }) => _id) } },
      { $max: { createdAt: new Date(job.createdAt) } },
    );
  }
}

async function* groupsOf(job: NewJob, rows: NewJobRows): AsyncIterable<readonly JobRowDocument[]> {
  const createdAt = new Date(job.createdAt);
  for await (const group of insertGroups(rows)) {
    yield group.map((row) => newRowDocument(job.jobId, row, createdAt));
  }
}

function newRowDocument(jobId: string, row: NewJobRow, createdAt: Date): JobRowDocument {
  return {
    _id: rowId(jobId, row.index),
    jobId,
    index: row.index,
    ...given({ row: row.row, planned: row.planned }),
    status: 'pending',
    data: row.data,
    intent: null,
    outcome: null,
    result: null,
    createdAt,
  };
}
