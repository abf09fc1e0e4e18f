import { Schema, type Connection, type Model } from 'mongoose';

export interface IdempotencyDocument {
  /** Hash of the credential and its key. */
  _id: string;
  /** Hash of the method, the path and the body of the first request. */
  fingerprint: string;
  state: 'running' | 'done';
  /** Who holds the running entry: a holder that was overtaken can no longer end it. */
  holder: string;
  leaseUntil: Date;
  /** The job that the request starts, named before it exists. */
  jobId: string;
  /** True where an earlier run of the same request ended without an answer. */
  resumed: boolean;
  /** Status of the first answer; null while it runs. */
  status: number | null;
  /** The first answer, encrypted; null where the job tells it. */
  sealed: Buffer | null;
  expiresAt: Date;
}

const schema = new Schema<IdempotencyDocument>(
  {
    _id: { type: String, required: true },
    fingerprint: { type: String, required: true },
    state: { type: String, required: true },
    holder: { type: String, required: true },
    leaseUntil: { type: Date, required: true },
    jobId: { type: String, required: true },
    resumed: { type: Boolean, required: true },
    status: { type: Number, default: null },
    sealed: { type: Buffer, default: null },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'idempotency_keys', versionKey: false },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function idempotencyModel(connection: Connection): Model<IdempotencyDocument> {
  return (
    connection.models['IdempotencyKey'] ?? connection.model<IdempotencyDocument>('IdempotencyKey', schema)
  );
}
