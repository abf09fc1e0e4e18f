import { StaleClaimError, type Erasure } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { defineModel, type DocumentOf } from '../define-model.js';
import { boolean, mixed, mixedList, number, text } from '../fields.js';
import { collectionOf } from '../collection-of.js';
import { isDuplicateKey } from '../duplicate-key.js';

/** An erasure in progress. It names the person, and is removed when its job ends. */
export const erasureModel = defineModel({
  name: 'Erasure',
  collection: 'erasures',
  fields: {
    /** The job id. */
    _id: text(),
    stage: text<Erasure['stage']>(),
    cursor: text().orNull(),
    person: mixed<Erasure['person']>().personal(),
    leadIds: mixedList<Erasure['leadIds']>(),
    prospectIds: mixedList<Erasure['prospectIds']>(),
    opportunityIds: mixedList<Erasure['opportunityIds']>(),
    leadKeys: mixedList<Erasure['leadKeys']>().personal(),
    companyKeys: mixedList<Erasure['companyKeys']>().personal(),
    psa: mixed<Erasure['psa']>(),
    userIds: mixedList<Erasure['userIds']>(),
    jobIds: mixedList<Erasure['jobIds']>(),
    optedOut: boolean(),
    mayHoldMore: boolean(),
    erased: mixed<Erasure['erased']>(),
    /** The claim of the last worker that wrote; a lower one is rejected. */
    fence: number(),
  },
  // The progress of the erasure itself, which its end removes.
  erasure: 'by hand',
  minimize: false,
});

export type ErasureDocument = DocumentOf<typeof erasureModel>;

/** @throws StaleClaimError if a worker with a higher fence has taken over */
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
