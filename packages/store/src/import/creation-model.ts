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

export function creationDocument(fence: number, refs: readonly RowRef[], at: Date): CreationDocument {
  return {
    _id: fence,
    jobIds: [...new Set(refs.map(({ jobId }) => jobId))],
    rowIds: refs.map(({ jobId, index }) => rowId(jobId, index)),
    at,
  };
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
