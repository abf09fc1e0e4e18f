import { Schema, type Connection, type Model } from 'mongoose';

const retentionSeconds = 90 * 24 * 3600;

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
}

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
  },
  { collection: 'error_log', versionKey: false },
);
schema.index({ at: -1 });
schema.index({ level: 1, at: -1 });
schema.index({ at: 1 }, { name: 'retention', expireAfterSeconds: retentionSeconds });

export function noticeModel(connection: Connection): Model<NoticeDocument> {
  return connection.models['Notice'] ?? connection.model<NoticeDocument>('Notice', schema);
}
