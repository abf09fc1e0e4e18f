import type { PsaCallers } from '@leadbridge/usecases';
import { Schema, type Connection, type Model } from 'mongoose';

interface PsaCallerDocument {
  _id: string;
  until: Date;
}

/** Longer than any window of the PSA's budget. */
const retentionSeconds = 24 * 3_600;

const schema = new Schema<PsaCallerDocument>(
  { _id: { type: String, required: true }, until: { type: Date, required: true } },
  { collection: 'psa_callers', versionKey: false },
);
schema.index({ until: 1 }, { expireAfterSeconds: retentionSeconds });

function psaCallerModel(connection: Connection): Model<PsaCallerDocument> {
  return connection.models['PsaCaller'] ?? connection.model<PsaCallerDocument>('PsaCaller', schema);
}

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
