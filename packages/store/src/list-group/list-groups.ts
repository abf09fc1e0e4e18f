import type { ListGroup, ListGroups } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { unawaited } from '../write-concern.js';
import { listGroupDocument, listGroupModel, type ListGroupDocument } from './list-group-model.js';

export function createListGroups(connection: Connection): ListGroups {
  const groups = listGroupModel(connection);

  return {
    async openListGroups(jobIds) {
      const documents = await groups
        .find({ jobId: { $in: [...jobIds] }, state: { $in: ['planned', 'attempted'] } })
        .sort({ _id: 1 })
        .lean<ListGroupDocument[]>();
      return documents.map(({ _id, jobId, listId, ticketIds, ofOptOuts, state }): ListGroup => ({
        groupId: _id,
        jobId,
        listId,
        ticketIds,
        ofOptOuts,
        state,
      }));
    },

    async markListGroups(marked, state) {
      if (marked.length > 0) {
        const updatedAt = new Date();
        await collectionOf(groups).bulkWrite(
          marked.map(({ groupId, itemIds }) => ({
            updateOne: {
              filter: { _id: groupId },
              update: { $set: { state, updatedAt, ...(itemIds === undefined ? {} : { itemIds }) } },
            },
          })),
          // The mark that items are about to be added must survive a failover, or they are added twice; the
          // mark that they were added can be determined again.
          state === 'attempted' ? {} : unawaited,
        );
      }
    },

    async replaceListGroup(group, parts) {
      const at = new Date();
      await connection.transaction(async (session) => {
        await collectionOf(groups).deleteOne({ _id: group.groupId }, { session });
        await collectionOf(groups).insertMany(
          parts.map((part) => listGroupDocument(part, at)),
          {
            session,
          },
        );
      });
    },
  };
}
