import type { PsaCallers } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { defineModel, type DocumentOf } from '../define-model.js';
import { date, text } from '../fields.js';

/** Longer than any window of the PSA's budget. */
const retentionSeconds = 24 * 3_600;

const psaCallerModel = defineModel({
  name: 'PsaCaller',
  collection: 'psa_callers',
  fields: {
    _id: text(),
    until: date(),
  },
  indexes: [[{ until: 1 }, { expireAfterSeconds: retentionSeconds }]],
});

type PsaCallerDocument = DocumentOf<typeof psaCallerModel>;

export function createPsaCallers(connection: Connection): PsaCallers {
  const callers = psaCallerModel(connection);
  return {
    async announce({ caller, until }) {
      await callers.updateOne({ _id: caller }, { $max: { until: new Date(until) } }, { upsert: true });
    },

    async activeSince(since) {
      const found = await callers.find({ until: { $gt: new Date(since) } }).lean<PsaCallerDocument[]>();
      return found.map(({ _id, until }) => ({ caller: _id, until: until.getTime() }));
    },
  };
}
