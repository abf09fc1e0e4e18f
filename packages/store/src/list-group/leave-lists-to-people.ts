import { newId } from '@leadbridge/platform';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { listGroupDocument, listGroupModel, type ListGroupDocument } from './list-group-model.js';

interface LeftTicket {
  readonly ticketId: number | null;
  readonly suppressionId: string;
}

/**
 * From now on nobody knows whether the ticket of an opt-out is on the lists that it was added to: people take it off,
 * or leave it there. Whoever adds it again looks first.
 */
export async function leaveListsToPeople(
  connection: Connection,
  { ticketId, suppressionId: jobId }: LeftTicket,
  at: Date,
  session: ClientSession,
): Promise<void> {
  if (ticketId === null) {
    return;
  }
  const listGroups = listGroupModel(connection);
  const known = await listGroups
    .find({ ofOptOuts: true, ticketIds: ticketId })
    .session(session)
    .lean<ListGroupDocument[]>();
  if (known.length === 0) {
    return;
  }
  const ids = { $in: known.map(({ _id }) => _id) };
  // The items of the others would follow the wrong tickets.
  const without = { $pull: { ticketIds: ticketId }, $unset: { itemIds: 1 } } as const;
  await listGroups.updateMany({ _id: ids }, without, { session });
  await listGroups.deleteMany({ _id: ids, ticketIds: { $size: 0 } }, { session });
  const left = [...new Set(known.map(({ listId }) => listId))].map((listId) =>
    listGroupDocument(
      { groupId: newId('lst'), jobId, listId, ticketIds: [ticketId], ofOptOuts: true, state: 'refused' },
      at,
    ),
  );
  await collectionOf(listGroups).insertMany(left, { session });
}
