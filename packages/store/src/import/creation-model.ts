import type { ImportIntent, RowRef } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { defineModel, type DocumentOf } from '../define-model.js';
import { date, mixed, number, texts } from '../fields.js';
import { collectionOf } from '../collection-of.js';
import { rowId } from '../job/job-row-model.js';
import { rowRetentionSeconds } from '../retention.js';

interface Creation {
  readonly ref: RowRef;
  readonly stood: readonly number[];
}

/**
 * The rows of a bulk import's batch for which a ticket was about to be created; an intent contains little more than that.
 * Removed with the record of the batch; remains after a crash, or for rows without an outcome.
 */
export const creationModel = defineModel({
  name: 'Creation',
  collection: 'creations',
  fields: {
    /** The fence of the batch. */
    _id: number(),
    jobIds: texts(),
    rowIds: texts(),
    /** The tickets that already existed, for rows whose lead had any. */
    stood: mixed<{ rowId: string; ticketIds: readonly number[] }[]>().optional(),
    at: date(),
  },
  indexes: [[{ jobIds: 1 }], [{ at: 1 }, { expireAfterSeconds: rowRetentionSeconds }]],
});

export type CreationDocument = DocumentOf<typeof creationModel>;

/** Adds rows to the batch's rows for which a ticket is about to be created. */
export async function addCreations(
  connection: Connection,
  fence: number,
  added: readonly Creation[],
  at: Date,
): Promise<void> {
  if (added.length === 0) {
    return;
  }
  const refs = added.map(({ ref }) => ref);
  const stood = added.flatMap(({ ref, stood: ticketIds }) =>
    ticketIds.length === 0 ? [] : [{ rowId: rowId(ref.jobId, ref.index), ticketIds }],
  );
  await collectionOf(creationModel(connection)).updateOne(
    { _id: fence },
    {
      $addToSet: { jobIds: { $each: [...new Set(refs.map(({ jobId }) => jobId))] } },
      $push: {
        rowIds: { $each: rowIdsOf(refs) },
        ...(stood.length === 0 ? {} : { stood: { $each: stood } }),
      },
      $setOnInsert: { at },
    },
    { upsert: true },
  );
}

export async function removeCreations(
  connection: Connection,
  fence: number,
  refs: readonly RowRef[],
): Promise<void> {
  const creations = collectionOf(creationModel(connection));
  await creations.updateOne({ _id: fence }, { $pullAll: { rowIds: rowIdsOf(refs) } });
  await creations.deleteOne({ _id: fence, rowIds: { $size: 0 } });
}

function rowIdsOf(refs: readonly RowRef[]): string[] {
  return refs.map(({ jobId, index }) => rowId(jobId, index));
}

/** The intents of tickets that were about to be created, by row, for the rows of these jobs. */
export async function findCreations(
  connection: Connection,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, ImportIntent>> {
  const documents = await creationModel(connection)
    .find({ jobIds: { $in: [...jobIds] } })
    .lean<CreationDocument[]>();
  return new Map(
    documents.flatMap(({ rowIds, stood = [], at }) => {
      const before = new Map(stood.map((row) => [row.rowId, row.ticketIds]));
      return rowIds.map((id): [string, ImportIntent] => [
        id,
        { kind: 'create', at: at.toISOString(), stood: before.get(id) ?? [] },
      ]);
    }),
  );
}
