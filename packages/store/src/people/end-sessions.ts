import type { ClientSession, Connection } from 'mongoose';

import { sessionModel } from './session-model.js';
import { userModel } from './user-model.js';

/** Ends a person's sessions except `keepSession`, and fails sign-ins under way (`SessionStore.create`). */
export async function endSessions(
  connection: Connection,
  userId: string,
  session: ClientSession,
  keepSession: string | null = null,
): Promise<void> {
  await userModel(connection).updateOne({ _id: userId }, { $inc: { sessionsEnded: 1 } }, { session });
  await sessionModel(connection).deleteMany({ userId, _id: { $ne: keepSession } }, { session });
}
