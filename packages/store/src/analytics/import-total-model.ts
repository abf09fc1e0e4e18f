import { Schema, type Connection, type Model } from 'mongoose';

import type { ImportCounts } from '../import/import-fact-model.js';

/** The import facts of one source in one bucket of time, added up. */
export interface ImportTotalDocument extends ImportCounts {
  /** Width of the bucket in milliseconds. */
  grain: number;
  start: Date;
  source: string;
}

const count = { type: Number, required: true } as const;

const schema = new Schema<ImportTotalDocument>(
  {
    grain: { type: Number, required: true },
    start: { type: Date, required: true },
    source: { type: String, required: true },
    created: count,
    updated: count,
    skipped: count,
    preserved: count,
    failed: count,
  },
  { collection: 'import_totals', versionKey: false },
);
schema.index({ grain: 1, start: 1, source: 1 }, { unique: true });

export function importTotalModel(connection: Connection): Model<ImportTotalDocument> {
  return connection.models['ImportTotal'] ?? connection.model<ImportTotalDocument>('ImportTotal', schema);
}
