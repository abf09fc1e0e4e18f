import type { Erasure } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { mirroredId, mirrorModel, type MirrorDocument } from './mirror-models.js';

/**
 * Removes a person's entities from the mirror, by their known ids and keys. They are mirrored again as long
 * as the PSA has them.
 */
export async function eraseMirrored(
  connection: Connection,
  { psa, leadKeys, companyKeys, person }: Pick<Erasure, 'psa' | 'leadKeys' | 'companyKeys' | 'person'>,
  session: ClientSession,
): Promise<void> {
  const keys = [...leadKeys, ...person.emails.map((email) => `email:${email}`)];
  const contacts = psa.contactIds.map((id) => `contact:${id}`);
  const isTheirs = (
    [
      ['tickets', psa.ticketIds, [...keys, ...contacts]],
      ['contacts', psa.contactIds, keys],
      ['clients', psa.clientIds, companyKeys],
    ] as const
  ).flatMap(([kind, ids, names]) => [
    { _id: { $in: ids.map((id) => mirroredId(kind, id)) } },
    { '_id.kind': kind, keys: { $in: [...names] } },
  ]);
  await collectionOf<MirrorDocument>(mirrorModel(connection)).deleteMany({ $or: isTheirs }, { session });
}
