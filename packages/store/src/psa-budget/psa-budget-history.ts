import type { PsaBudgetHistory, PsaBudgetSample } from '@leadbridge/usecases';
import { Schema, type Connection, type Model } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { budgetSampleRetentionSeconds } from '../retention.js';
import { bucketStart } from '../totals/partition-period.js';

/** A sample under the beginning of its minute. */
type BudgetSampleDocument = { _id: Date } & { -readonly [K in keyof PsaBudgetSample]: PsaBudgetSample[K] };

const minuteMs = 60_000;

const schema = new Schema<BudgetSampleDocument>(
  {
    _id: { type: Date, required: true },
    at: { type: Date, required: true },
    limit: { type: Number, required: true },
    used: { type: Number, required: true },
    usedBy: { type: Schema.Types.Mixed, required: true },
    waiting: { type: Schema.Types.Mixed, required: true },
  },
  { collection: 'psa_budget_samples', versionKey: false },
);
schema.index({ at: 1 }, { expireAfterSeconds: budgetSampleRetentionSeconds });

function budgetSampleModel(connection: Connection): Model<BudgetSampleDocument> {
  return (
    connection.models['PsaBudgetSample'] ?? connection.model<BudgetSampleDocument>('PsaBudgetSample', schema)
  );
}

export function createPsaBudgetHistory(connection: Connection): PsaBudgetHistory {
  const samples = collectionOf<BudgetSampleDocument>(budgetSampleModel(connection));
  return {
    async record(sample) {
      const { at, limit, used, usedBy, waiting } = sample;
      await samples.updateOne(
        { _id: bucketStart(at, minuteMs) },
        { $setOnInsert: { at, limit, used, usedBy, waiting } },
        { upsert: true },
      );
    },

    async peaks({ from, to }, intervalMs) {
      const start = { $subtract: [{ $toLong: '$_id' }, { $mod: [{ $toLong: '$_id' }, intervalMs] }] };
      const found = await samples
        .aggregate<{ _id: number; peak: BudgetSampleDocument }>([
          { $match: { _id: { $gte: from, $lte: to } } },
          { $group: { _id: start, peak: { $top: { sortBy: { used: -1, _id: 1 }, output: '$$ROOT' } } } },
        ])
        .toArray();
      return new Map(
        found.map(({ _id: startMs, peak: { _id: _minute, ...sample } }) => [Number(startMs), sample]),
      );
    },
  };
}
