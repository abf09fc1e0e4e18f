import type { RecordKind } from '@leadbridge/domain';
import { Schema, type Connection, type Model } from 'mongoose';

/** What the analytics go on counting of a record that was erased. Nothing of it tells whose it was. */
export interface ErasedRecordDocument {
  /** `<kind>:<id>` */
  _id: string;
  kind: RecordKind;
  recordId: number;
  status: string;
  source: string;
  /** True where the record had become another one, which is counted in its place. */
  converted: boolean;
  createdAt: Date;
  /** Of an opportunity. */
  value: number | null;
}

const schema = new Schema<ErasedRecordDocument>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    recordId: { type: Number, required: true },
    status: { type: String, required: true },
    source: { type: String, required: true },
    converted: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    value: { type: Number, default: null },
  },
  { collection: 'erased_records', versionKey: false },
);
schema.index({ recordId: 1, kind: 1 });
schema.index({ converted: 1, status: 1, source: 1 });

export function erasedRecordModel(connection: Connection): Model<ErasedRecordDocument> {
  return connection.models['ErasedRecord'] ?? connection.model<ErasedRecordDocument>('ErasedRecord', schema);
}
