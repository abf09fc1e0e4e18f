import type { Erasure } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { mirrorModel } from './mirror-models.js';

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
  for (const [kind, ids, names] of [
    ['tickets', psa.ticketIds, [...keys, ...contacts]],
    ['contacts', psa.contactIds, keys],
    ['clients', psa.clientIds, companyKeys],
  ] as const) {
    const isTheirs = { $or: [{ _id: { $in: [...ids] } }, { keys: { $in: [...names] } }] };
    await mirrorModel(connection, kind).deleteMany(isTheirs, { session });
  }
}
