import type { RowRef } from '@leadbridge/usecases';
import { Schema, type Connection, type Model } from 'mongoose';

import { rowId } from '../job/job-row-model.js';
import { keptRowSeconds } from '../retention.js';

/**
 * The rows of a batch for which a ticket was about to be created: their intents, which say nothing but that. It is removed with the
 * record of the batch, and left behind by a crash or by rows that did not come to an outcome.
 */
export interface CreationDocument {
  /** The fence of the batch. */
  _id: number;
  jobIds: string[];
  rowIds: string[];
  at: Date;
}

const schema = new Schema<CreationDocument>(
  {
    _id: { type: Number, required: true },
    jobIds: { type: [String], required: true },
    rowIds: { type: [String], required: true },
    at: { type: Date, required: true },
  },
  { collection: 'creations', versionKey: false },
);
schema.index({ jobIds: 1 });
schema.index({ at: 1 }, { expireAfterSeconds: keptRowSeconds });

export function creationModel(connection: Connection): Model<CreationDocument> {
  return connection.models['Creation'] ?? connection.model<CreationDocument>('Creation', schema);
}

/** Adds rows to those of a batch for which a ticket is about to be created. */
export async function addCreations(
  connection: Connection,
  fence: number,
  refs: readonly RowRef[],
  at: Date,
): Promise<void> {
  if (refs.length === 0) {
    return;
  }
  await creationModel(connection).collection.updateOne(
    { _id: fence as never },
    {
      $addToSet: { jobIds: { $each: [...new Set(refs.map(({ jobId }) => jobId))] } },
      $push: { rowIds: { $each: rowIdsOf(refs) } } as never,
      $setOnInsert: { at },
    },
    { upsert: true },
  );
}

/** Takes back what `addCreations` has added. */
export async function removeCreations(
  connection: Connection,
  fence: number,
  refs: readonly RowRef[],
): Promise<void> {
  const creations = creationModel(connection).collection;
  await creations.updateOne({ _id: fence as never }, { $pullAll: { rowIds: rowIdsOf(refs) } as never });
  await creations.deleteOne({ _id: fence as never, rowIds: { $size: 0 } });
}

function rowIdsOf(refs: readonly RowRef[]): string[] {
  return refs.map(({ jobId, index }) => rowId(jobId, index));
}

/** When a ticket was about to be created, by row, for the rows of these jobs. */
export async function findCreations(
  connection: Connection,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const documents = await creationModel(connection)
    .find({ jobIds: { $in: [...jobIds] } })
    .lean<CreationDocument[]>();
  return new Map(documents.flatMap(({ rowIds, at }) => rowIds.map((id): [string, Date] => [id, at])));
}
