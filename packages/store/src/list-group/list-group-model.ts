import type { ListGroup } from '@leadbridge/usecases';

import { defineModel, type DocumentOf } from '../define-model.js';
import { boolean, date, mixed, number, numbers, text } from '../fields.js';

/** Tickets that belong on one list of the PSA, planned by the same work; see `ListGroup`. */
export const listGroupModel = defineModel({
  name: 'ListGroup',
  collection: 'list_groups',
  fields: {
    /** `lst_…` */
    _id: text(),
    /** A job, or the opt-out that plans it. */
    jobId: text(),
    listId: number(),
    ticketIds: numbers(),
    itemIds: mixed<ListGroup['itemIds'] & object>().optional(),
    /** True for the Do Not Contact list, which both imports and opt-outs fill. */
    ofOptOuts: boolean(),
    state: text<ListGroup['state']>(),
    updatedAt: date(),
  },
  indexes: [
    [{ jobId: 1, state: 1 }],
    // The list that both imports and opt-outs fill: each checks whether the other has planned a ticket for
    // it.
    [{ ticketIds: 1, listId: 1 }, { partialFilterExpression: { ofOptOuts: true } }],
  ],
});

export type ListGroupDocument = DocumentOf<typeof listGroupModel>;

export function listGroupDocument({ groupId, ...group }: ListGroup, at: Date): ListGroupDocument {
  return { _id: groupId, ...group, ticketIds: [...group.ticketIds], updatedAt: at };
}
