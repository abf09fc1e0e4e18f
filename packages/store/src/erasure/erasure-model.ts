import { StaleClaimError, type Erasure } from '@leadbridge/usecases';
import { Schema, type ClientSession, type Connection, type Model } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { isDuplicateKey } from '../duplicate-key.js';

/** An erasure that is under way. It names the person, and goes with the end of its job. */
export interface ErasureDocument extends Omit<Erasure, 'jobId'> {
  /** The job id. */
  _id: string;
  /** The claim of the last worker that wrote; a lower one is refused. */
  fence: number;
}

const list = { type: [Schema.Types.Mixed], required: true } as const;

const schema = new Schema<ErasureDocument>(
  {
    _id: { type: String, required: true },
    stage: { type: String, required: true },
    cursor: { type: String, default: null },
    person: { type: Schema.Types.Mixed, required: true },
    leadIds: list,
    prospectIds: list,
    opportunityIds: list,
    leadKeys: list,
    companyKeys: list,
    psa: { type: Schema.Types.Mixed, required: true },
    userIds: list,
    jobIds: list,
    optedOut: { type: Boolean, required: true },
    mayHoldMore: { type: Boolean, required: true },
    erased: { type: Schema.Types.Mixed, required: true },
    fence: { type: Number, required: true },
  },
  { collection: 'erasures', versionKey: false, minimize: false },
);

export function erasureModel(connection: Connection): Model<ErasureDocument> {
  return connection.models['Erasure'] ?? connection.model<ErasureDocument>('Erasure', schema);
}

/** @throws StaleClaimError where a worker with a higher fence has gone on */
export async function saveErasure(
  connection: Connection,
  { jobId, ...erasure }: Erasure,
  fence: number,
  session?: ClientSession,
): Promise<void> {
  const { upsertedCount, matchedCount } = await collectionOf(erasureModel(connection))
    .updateOne(
      { _id: jobId, fence: { $lte: fence } },
      { $set: { ...erasure, fence } },
      { upsert: true, ...(session === undefined ? {} : { session }) },
    )
    .catch((error: unknown) => {
      throw isDuplicateKey(error)
        ? new StaleClaimError('Another worker has gone on with the erasure')
        : error;
    });
  if (upsertedCount + matchedCount === 0) {
    throw new StaleClaimError('Another worker has gone on with the erasure');
  }
}
