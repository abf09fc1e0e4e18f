import type { PsaBudgetHistory, PsaBudgetSample } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { defineModel, type DocumentOf } from '../define-model.js';
import { date, mixed, number } from '../fields.js';
import { collectionOf } from '../collection-of.js';
import { budgetSampleRetentionSeconds } from '../retention.js';
import { bucketStart } from '../totals/partition-period.js';

const minuteMs = 60_000;

/** A sample, keyed by the start of its minute. */
const budgetSampleModel = defineModel({
  name: 'PsaBudgetSample',
  collection: 'psa_budget_samples',
  fields: {
    _id: date(),
    at: date(),
    limit: number(),
    used: number(),
    usedBy: mixed<PsaBudgetSample['usedBy']>(),
    waiting: mixed<PsaBudgetSample['waiting']>(),
  },
  indexes: [[{ at: 1 }, { expireAfterSeconds: budgetSampleRetentionSeconds }]],
});

type BudgetSampleDocument = DocumentOf<typeof budgetSampleModel>;

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
