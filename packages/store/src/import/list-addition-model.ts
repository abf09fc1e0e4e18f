import { Schema, type Connection, type Model } from 'mongoose';

/** A ticket that belongs on a list of the PSA; `added` ones are remembered, so that none is added twice. */
export interface ListAdditionDocument {
  /** `<list id>:<ticket id>` */
  _id: string;
  listId: number;
  ticketId: number;
  jobId: string;
  state: 'planned' | 'attempted' | 'added' | 'refused';
  updatedAt: Date;
}

const schema = new Schema<ListAdditionDocument>(
  {
    _id: { type: String, required: true },
    listId: { type: Number, required: true },
    ticketId: { type: Number, required: true },
    jobId: { type: String, required: true },
    state: { type: String, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'list_additions', versionKey: false },
);
schema.index({ jobId: 1, state: 1 });

export function listAdditionModel(connection: Connection): Model<ListAdditionDocument> {
  return connection.models['ListAddition'] ?? connection.model<ListAdditionDocument>('ListAddition', schema);
}
