import type { ListGroup } from '@leadbridge/usecases';
import { Schema, type Connection, type Model } from 'mongoose';

/** Tickets that belong on one list of the PSA, planned by the same work; see `ListGroup`. */
export interface ListGroupDocument extends Omit<ListGroup, 'groupId'> {
  /** `lst_…` */
  _id: string;
  updatedAt: Date;
}

const schema = new Schema<ListGroupDocument>(
  {
    _id: { type: String, required: true },
    jobId: { type: String, required: true },
    listId: { type: Number, required: true },
    ticketIds: { type: [Number], required: true },
    ofOptOuts: { type: Boolean, required: true },
    state: { type: String, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'list_groups', versionKey: false },
);
schema.index({ jobId: 1, state: 1 });
// The list that both imports and opt-outs fill: each asks whether the other has planned a ticket for it.
schema.index({ ticketIds: 1, listId: 1 }, { partialFilterExpression: { ofOptOuts: true } });

export function listGroupModel(connection: Connection): Model<ListGroupDocument> {
  return connection.models['ListGroup'] ?? connection.model<ListGroupDocument>('ListGroup', schema);
}

export function listGroupDocument({ groupId, ...group }: ListGroup, at: Date): ListGroupDocument {
  return { _id: groupId, ...group, updatedAt: at };
}
