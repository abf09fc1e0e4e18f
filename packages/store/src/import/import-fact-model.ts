import { Schema, type Connection, type Model } from 'mongoose';

/** Rows by the way they ended. */
export interface ImportCounts {
  created: number;
  updated: number;
  skipped: number;
  preserved: number;
  failed: number;
}

/** How the rows of one source in one batch ended; the analytics add these up. */
export interface ImportFactDocument extends ImportCounts {
  at: Date;
  source: string;
  /** In the totals; absent until then. */
  counted?: true;
}

const count = { type: Number, default: 0 } as const;

const schema = new Schema<ImportFactDocument>(
  {
    at: { type: Date, required: true },
    source: { type: String, required: true },
    created: count,
    updated: count,
    skipped: count,
    preserved: count,
    failed: count,
    counted: Boolean,
  },
  { collection: 'import_facts', versionKey: false },
);
// Holds all that the analytics read.
schema.index(
  { at: 1, source: 1, created: 1, updated: 1, skipped: 1, preserved: 1, failed: 1 },
  { name: 'totals' },
);
schema.index({ at: 1 }, { name: 'uncounted', partialFilterExpression: { counted: null } });

export function importFactModel(connection: Connection): Model<ImportFactDocument> {
  return connection.models['ImportFact'] ?? connection.model<ImportFactDocument>('ImportFact', schema);
}
