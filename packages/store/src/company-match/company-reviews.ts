import type { CompanyReview } from '@leadbridge/usecases';
import type { ClientSession, Connection, mongo } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { companyMatchModel, type CompanyMatchDocument } from './company-match-model.js';

/** The latest leads of an entry; a company may send any number. */
const maxLeads = 1_000;

/** Adds leads to the open entries of their companies. One that was decided meanwhile stays decided. */
export async function writeReviews(
  connection: Connection,
  reviews: readonly CompanyReview[],
  at: Date,
  session?: ClientSession,
): Promise<void> {
  if (reviews.length > 0) {
    await collectionOf<CompanyMatchDocument>(companyMatchModel(connection)).bulkWrite(
      reviews.map((review) => upsertOf(review, at)),
      session === undefined ? {} : { session },
    );
  }
}

function upsertOf(
  { matchId, companyKey, company, domain, reason, candidates, leadIds }: CompanyReview,
  at: Date,
): mongo.AnyBulkWriteOperation<CompanyMatchDocument> {
  const known = { $ifNull: ['$leadIds', []] };
  // Texts of leads and of the PSA may begin with a dollar sign.
  const orKnown = (field: string, value: unknown) => ({ $ifNull: [`$${field}`, { $literal: value }] });
  return {
    updateOne: {
      filter: { _id: matchId },
      update: [
        {
          $set: {
            companyKey: orKnown('companyKey', companyKey),
            company: orKnown('company', company),
            domain: orKnown('domain', domain),
            status: orKnown('status', 'open'),
            reason: orKnown('reason', reason),
            // One that was opened again may have lost all of them.
            candidates: {
              $cond: [
                { $eq: [{ $size: { $ifNull: ['$candidates', []] } }, 0] },
                { $literal: [...candidates] },
                '$candidates',
              ],
            },
            leadIds: {
              $slice: [{ $concatArrays: [known, { $setDifference: [[...leadIds], known] }] }, -maxLeads],
            },
            createdAt: orKnown('createdAt', at),
            decidedAt: orKnown('decidedAt', null),
            decision: orKnown('decision', null),
          },
        },
      ],
      upsert: true,
    },
  };
}
