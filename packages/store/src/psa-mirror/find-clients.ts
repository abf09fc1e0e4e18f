import type { ClientInMirror, MirrorKind, PsaMirrorStore } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { companyModel } from '../import/company-model.js';
import { lookUpClient, mirrorModel } from './mirror-models.js';

/** One command for clients, their contacts and their stored sites. See `PsaMirrorStore.clientsOf`. */
export async function findClients(
  connection: Connection,
  { keys, domains }: Parameters<PsaMirrorStore['clientsOf']>[0],
): Promise<readonly ClientInMirror[]> {
  if (keys.length + domains.length === 0) {
    return [];
  }
  const { collection } = mirrorModel(connection);
  const isAsked = (kind: MirrorKind) => ({ '_id.kind': kind, domain: { $in: [...domains] } });
  return await collection
    .aggregate<ClientInMirror>([
      { $match: { $or: [{ '_id.kind': 'clients', keys: { $in: [...keys] } }, isAsked('clients')] } },
      { $project: { _id: 0, clientId: '$_id.id', domain: 1 } },
      {
        $unionWith: {
          coll: collection.collectionName,
          pipeline: [
            { $match: isAsked('contacts') },
            { $group: { _id: { domain: '$domain', clientId: '$item.clientId' } } },
            { $replaceWith: '$_id' },
          ],
        },
      },
      { $group: { _id: '$clientId', domains: { $addToSet: '$domain' } } },
      // A contact may still have the client that was removed.
      ...lookUpClient(connection, '_id', 'own'),
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
