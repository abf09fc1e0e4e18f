import type { Erasure } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { companyMatchModel } from './company-match-model.js';

/**
 * Removes the entries of companies that are named after the person, those of a client that is theirs, and those
 * that no other lead has met and that nobody has decided on; the others no longer name the person's leads.
 */
export async function eraseMatches(
  connection: Connection,
  { leadIds, companyKeys, psa }: Pick<Erasure, 'leadIds' | 'companyKeys' | 'psa'>,
  session: ClientSession,
): Promise<void> {
  const matches = companyMatchModel(connection);
  const [theirs, clients] = [{ $in: [...leadIds] }, { $in: [...psa.clientIds] }];
  await matches.deleteMany(
    {
      $or: [
        { companyKey: { $in: [...companyKeys] } },
        { 'decision.clientId': clients },
        { status: 'open', leadIds: { ...theirs, $not: { $elemMatch: { $nin: [...leadIds] } } } },
      ],
    },
    { session },
  );
  await matches.updateMany(
    { $or: [{ leadIds: theirs }, { 'candidates.clientId': clients }] },
    { $pull: { leadIds: theirs, candidates: { clientId: clients } } },
    { session },
  );
}
