import type { UserChange, UserChangeResult, UserStore } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { createWriteAudit } from '../audit/write-audit.js';
import { credentialModel } from './credential-model.js';
import { isDuplicateKey } from '../duplicate-key.js';
import { readPage } from '../read-page.js';
import { sessionModel } from './session-model.js';
import { anotherAdminIsLeft } from './keep-an-admin.js';
import { presentUser } from './present-user.js';
import { userModel, type UserDocument } from './user-model.js';

export function createUserStore(connection: Connection): UserStore {
  const users = userModel(connection);
  const credentials = credentialModel(connection);
  const sessions = sessionModel(connection);
  const writeAudit = createWriteAudit(connection);

  return {
    async find(userId) {
      const document = await users.findById(userId).lean<UserDocument>();
      return document === null ? null : presentUser(document);
    },

    async findByEmail(email) {
      const document = await users.findOne({ email }).lean<UserDocument>();
      return document === null ? null : presentUser(document);
    },

    async list(query) {
      const [{ documents, next }, total] = await Promise.all([
        readPage<UserDocument>(users.find(), { name: 1, _id: 1 }, query),
        users.countDocuments(),
      ]);
      return { items: documents.map(presentUser), total, next };
    },

    async create(user, passwordHash, audit) {
      const { userId, createdAt, updatedAt, secondFactorDueAt, ...rest } = user;
      const at = new Date(createdAt);
      try {
        await connection.transaction(async (session) => {
          const document = {
            ...rest,
            _id: userId,
            secondFactorDueAt: secondFactorDueAt === null ? null : new Date(secondFactorDueAt),
            createdAt: at,
            updatedAt: new Date(updatedAt),
            lastSignInAt: null,
          };
          await users.create([document], { session });
          await credentials.create([{ _id: userId, passwordHash }], { session });
          await writeAudit(audit, at, session);
        });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) {
          return false;
        }
        throw error;
      }
    },

    async change(userId, change, now, audit) {
      const at = new Date(now);
      return await connection.transaction(async (session): Promise<UserChangeResult> => {
        const before = await users.findById(userId).session(session).lean<UserDocument>();
        if (before === null) {
          return { kind: 'absent' };
        }
        if (takesAdminAway(before, change) && !(await anotherAdminIsLeft(connection, userId, session))) {
          return { kind: 'last_admin' };
        }
        const user = await users
          .findByIdAndUpdate(
            userId,
            { $set: changedFields(change, at) },
            { session, returnDocument: 'after' },
          )
          .lean<UserDocument>();
        if (user === null) {
          return { kind: 'absent' };
        }
        if (change.passwordHash !== undefined) {
          await credentials.updateOne(
            { _id: userId },
            { $set: { passwordHash: change.passwordHash } },
            { session },
          );
        }
        if (change.endSessions) {
          await sessions.deleteMany({ userId }, { session });
        }
        await writeAudit(audit, at, session);
        return { kind: 'changed', user: presentUser(user) };
      });
    },

    async remove(userId, now, audit) {
      const at = new Date(now);
      return await connection.transaction(async (session): Promise<UserChangeResult['kind']> => {
        const before = await users.findById(userId).session(session).lean<UserDocument>();
        if (before === null) {
          return 'absent';
        }
        if (isAdmin(before) && !(await anotherAdminIsLeft(connection, userId, session))) {
          return 'last_admin';
        }
        await removeEverything(userId, session);
        await writeAudit(audit, at, session);
        return 'changed';
      });
    },
  };

  async function removeEverything(userId: string, session: ClientSession): Promise<void> {
    await users.deleteOne({ _id: userId }, { session });
    await credentials.deleteOne({ _id: userId }, { session });
    await sessions.deleteMany({ userId }, { session });
  }
}

function isAdmin({ role, disabled }: UserDocument): boolean {
  return role === 'admin' && !disabled;
}

function takesAdminAway(user: UserDocument, { role, disabled }: UserChange): boolean {
  return isAdmin(user) && ((role !== undefined && role !== 'admin') || disabled === true);
}

function changedFields(change: UserChange, at: Date): Partial<UserDocument> {
  const { name, role, disabled, secondFactorDueAt } = change;
  return {
    updatedAt: at,
    ...(name === undefined ? {} : { name }),
    ...(role === undefined ? {} : { role }),
    ...(disabled === undefined ? {} : { disabled }),
    ...(secondFactorDueAt === undefined
      ? {}
      : { secondFactorDueAt: secondFactorDueAt === null ? null : new Date(secondFactorDueAt) }),
  };
}
