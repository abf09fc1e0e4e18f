import type { ClientInMirror, PsaMirrorStore } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { companyModel } from '../import/company-model.js';
import { mirrorModel } from './mirror-models.js';

/** One command for clients, their contacts and their stored sites. See `PsaMirrorStore.clientsOf`. */
export async function findClients(
  connection: Connection,
  { keys, domains }: Parameters<PsaMirrorStore['clientsOf']>[0],
): Promise<readonly ClientInMirror[]> {
  const [clients, contacts] = (['clients', 'contacts'] as const).map((kind) => mirrorModel(connection, kind));
  if (clients === undefined || contacts === undefined || keys.length + domains.length === 0) {
    return [];
  }
  const isAsked = { domain: { $in: [...domains] } };
  return await clients.collection
    .aggregate<ClientInMirror>([
      { $match: { $or: [{ keys: { $in: [...keys] } }, isAsked] } },
      { $project: { _id: 0, clientId: '$_id', domain: 1 } },
      {
        $unionWith: {
          coll: contacts.collection.collectionName,
          pipeline: [
            { $match: isAsked },
            { $group: { _id: { domain: '$domain', clientId: '$item.clientId' } } },
            { $replaceWith: '$_id' },
          ],
        },
      },
      { $group: { _id: '$clientId', domains: { $addToSet: '$domain' } } },
      // A contact may still have the client that was removed.
      {
        $lookup: {
          from: clients.collection.collectionName,
          localField: '_id',
          foreignField: '_id',
          as: 'own',
        },
      },
      { $match: { own: { $ne: [] } } },
      {
        $lookup: {
          from: companyModel(connection).collection.collectionName,
          ...{ localField: '_id', foreignField: 'clientId', as: 'places' },
        },
      },
      { $sort: { _id: 1 } },
      {
        $project: {
          ...{ _id: 0, clientId: '$_id', domains: 1 },
          name: { $first: '$own.item.name' },
          keys: { $first: '$own.keys' },
          siteId: { $ifNull: [{ $first: '$places.siteId' }, null] },
        },
      },
    ])
    .toArray();
}
