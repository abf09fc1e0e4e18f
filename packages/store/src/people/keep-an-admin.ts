import type { ClientSession, Connection } from 'mongoose';

import { userModel } from './user-model.js';

/**
 * Whether another enabled admin remains without this person. Every such check writes to one document, so if
 * two concurrent transactions each remove an admin, one conflicts, runs again, and sees the other's change.
 * Otherwise each would rely on the other's admin.
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
