import type { SessionRecord, SessionStore } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { auditedChange } from '../audit/write-audit.js';
import { msTimes } from '../times-of.js';
import { presentUser } from './present-user.js';
import { userModel, type UserDocument } from './user-model.js';
import { sessionModel, type SessionDocument } from './session-model.js';

export function createSessionStore(connection: Connection): SessionStore {
  const sessions = sessionModel(connection);
  const users = userModel(connection);

  return {
    async create({ sessionId, ...record }, { sessionsEnded }, audit) {
      const at = new Date(record.createdAt);
      return await auditedChange(connection, audit, at, async (session) => {
        const asRead = sessionsEnded === 0 ? { $in: [0, null] } : sessionsEnded;
        const { matchedCount } = await users.updateOne(
          { _id: record.userId, sessionsEnded: asRead },
          { $set: { lastSignInAt: at } },
          { session },
        );
        if (matchedCount === 0) {
          return false;
        }
        const document = {
          _id: sessionId,
          ...record,
          createdAt: at,
          expiresAt: new Date(record.expiresAt),
          lastSeenAt: new Date(record.lastSeenAt),
          provenAt: new Date(record.provenAt),
        };
        await sessions.create([document], { session });
        return true;
      });
    },

    async find(sessionId) {
      const session = await sessions.findById(sessionId).lean<SessionDocument>();
      const user = session === null ? null : await users.findById(session.userId).lean<UserDocument>();
      return session === null || user === null
        ? null
        : { session: presentSession(session), user: presentUser(user) };
    },

    async listOf(userId) {
      const found = await sessions.find({ userId }).lean<SessionDocument[]>();
      return found.map(presentSession);
    },

    async touch(sessionId, now) {
      await sessions.updateOne({ _id: sessionId }, { $max: { lastSeenAt: new Date(now) } });
    },

    async markProven(sessionId) {
      await sessions.updateOne({ _id: sessionId }, { $set: { secondFactorProven: true } });
    },

    async renewProof(sessionId, now, audit) {
      const at = new Date(now);
      await auditedChange(connection, audit, at, async (session) => {
        const renewed = await sessions.updateOne({ _id: sessionId }, { $set: { provenAt: at } }, { session });
        return renewed.matchedCount > 0;
      });
    },

    async end(sessionId, now, audit) {
      return await auditedChange(connection, audit, new Date(now), async (session) => {
        const ended = await sessions.deleteOne({ _id: sessionId }, { session });
        return ended.deletedCount > 0;
      });
    },
  };
}

function presentSession({ _id: sessionId, ...document }: SessionDocument): SessionRecord {
  return {
    sessionId,
    ...msTimes(document),
    method: document.method ?? 'password',
    provenAt: (document.provenAt ?? document.createdAt).getTime(),
    address: document.address ?? null,
  };
}
