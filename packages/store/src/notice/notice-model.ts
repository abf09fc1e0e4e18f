import { Schema, type Connection, type Model } from 'mongoose';

export const retentionSeconds = 90 * 24 * 3600;

/** An entry of the error log (specification, "Error log entry"), without personal data beyond ids. */
export interface NoticeDocument {
  /** `err_…` */
  _id: string;
  at: Date;
  level: 'error' | 'warning' | 'info';
  message: string;
  source: string;
  leadId: number | null;
  errorCode: string;
  jobId: string | null;
  requestId: string | null;
  /** Absent in entries of before; see `faultOf`. */
  fault?: 'caller' | 'service';
  leadSource?: string | null;
  /** Rows of a bulk import, by index: how many, and the first of them. */
  rowCount?: number;
  rows?: number[];
  /** In the totals of the error log; absent until then. */
  counted?: true;
}

/** Names of the indexes that pages are read from. */
export const noticeIndexes = { all: 'page', level: 'page_of_level' } as const;

const schema = new Schema<NoticeDocument>(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    level: { type: String, required: true },
    message: { type: String, required: true },
    source: { type: String, required: true },
    leadId: { type: Number, default: null },
    errorCode: { type: String, required: true },
    jobId: { type: String, default: null },
    requestId: { type: String, default: null },
    fault: String,
    leadSource: { type: String, default: null },
    rowCount: Number,
    rows: { type: [Number], default: undefined },
    counted: Boolean,
  },
  { collection: 'error_log', versionKey: false },
);
// In the order of the pages, which an index has to have to the last field if nothing is to be sorted.
schema.index({ at: -1, _id: -1 }, { name: noticeIndexes.all });
schema.index({ level: 1, at: -1, _id: -1 }, { name: noticeIndexes.level });
for (const filter of ['jobId', 'requestId', 'leadId', 'errorCode', 'leadSource', 'fault']) {
  schema.index({ [filter]: 1, at: -1, _id: -1 });
}
schema.index({ at: 1 }, { name: 'uncounted', partialFilterExpression: { counted: null } });
schema.index({ at: 1 }, { name: 'retention', expireAfterSeconds: retentionSeconds });

export function noticeModel(connection: Connection): Model<NoticeDocument> {
  return connection.models['Notice'] ?? connection.model<NoticeDocument>('Notice', schema);
}
