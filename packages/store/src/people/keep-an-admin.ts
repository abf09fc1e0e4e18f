import type { ClientSession, Connection } from 'mongoose';

import { userModel } from './user-model.js';

/**
 * Whether another enabled admin is left without this person. Every such question writes to one document, so that of two transactions which
 * take an admin away at the same time one conflicts, runs again, and sees what the other did: else each would count on the other's admin.
 */
export async function anotherAdminIsLeft(
  connection: Connection,
  userId: string,
  session: ClientSession,
): Promise<boolean> {
  await connection
    .collection<{ _id: string; questions: number }>('user_guards')
    .updateOne({ _id: 'admins' }, { $inc: { questions: 1 } }, { upsert: true, session });
  const another = await userModel(connection)
    .exists({ _id: { $ne: userId }, role: 'admin', disabled: false })
    .session(session);
  return another !== null;
}
