import type { ImportStore, KnownMatch } from '@leadbridge/usecases';
import type { Connection, PipelineStage } from 'mongoose';

import { companyModel } from '../import/company-model.js';
import { lookUpClient } from '../psa-mirror/mirror-models.js';
import { companyMatchModel } from './company-match-model.js';
import { writeReviews } from './company-reviews.js';

export function createImportMatches(connection: Connection) {
  const matches = companyMatchModel(connection);
  return {
    async findMatches(matchIds) {
      const found = await matches.collection
        .aggregate<KnownMatch>(matchStages(connection, matchIds))
        .toArray();
      return new Map(found.map((match) => [match.matchId, match]));
    },
    openMatches: async (reviews) => writeReviews(connection, reviews, new Date()),
    reopenMatches: async (clientIds) => reopenMatches(connection, clientIds),
  } satisfies Partial<ImportStore>;
}

/** See `CompanyAliases.reopenLost`. */
export async function reopenLost(connection: Connection): Promise<void> {
  const lost = await companyMatchModel(connection)
    .collection.aggregate<{ readonly _id: number }>([
      { $match: { 'decision.clientId': { $gt: 0 } } },
      { $group: { _id: '$decision.clientId' } },
      ...lookUpClient(connection, '_id', 'mirrored'),
      { $match: { mirrored: [] } },
    ])
    .toArray();
  await reopenMatches(
    connection,
    lost.map(({ _id }) => _id),
  );
}

async function reopenMatches(connection: Connection, clientIds: readonly number[]): Promise<void> {
  if (clientIds.length > 0) {
    const gone = { $in: [...clientIds] };
    await companyMatchModel(connection).updateMany(
      { 'decision.clientId': gone },
      {
        $set: { status: 'open', decision: null, decidedAt: null },
        $pull: { candidates: { clientId: gone } },
      },
    );
  }
}

/** The stages that read what imports need of entries, with the client of their decision. */
export function matchStages(
  connection: Connection,
  matchIds: readonly string[],
): Exclude<PipelineStage, PipelineStage.Merge | PipelineStage.Out>[] {
  return [
    { $match: { _id: { $in: [...matchIds] } } },
    {
      $lookup: {
        from: companyModel(connection).collection.collectionName,
        ...{ localField: 'decision.clientId', foreignField: 'clientId', as: 'places' },
      },
    },
    ...lookUpClient(connection, 'decision.clientId', 'mirrored'),
    {
      $project: {
        ...{ _id: 0, matchId: '$_id', decision: 1, reason: 1, candidates: 1 },
        siteId: { $ifNull: [{ $first: '$places.siteId' }, null] },
        isMirrored: { $ne: ['$mirrored', []] },
      },
    },
  ];
}
