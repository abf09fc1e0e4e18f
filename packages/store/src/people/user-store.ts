import { given } from '@leadbridge/platform';
import type { UserChange, UserChangeResult, UserStore, OidcIdentity } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { auditedChange, writeAudit } from '../audit/write-audit.js';
import { credentialModel } from './credential-model.js';
import { unlessDuplicate } from '../duplicate-key.js';
import { listPage, presented } from '../read-page.js';
import { endSessions } from './end-sessions.js';
import { presentUser } from './present-user.js';
import { userModel, type UserDocument } from './user-model.js';

export function createUserStore(connection: Connection): UserStore {
  const users = userModel(connection);
  const credentials = credentialModel(connection);

  return {
    ...createUserReader(connection),
    ...createUserChange(connection),

    async create(user, passwordHash, audit) {
      const { userId, createdAt, updatedAt, secondFactorDueAt, oidc, ...rest } = user;
      const at = new Date(createdAt);
      return await unlessDuplicate(async () => {
        await auditedChange(connection, audit, at, async (session) => {
          const document = {
            ...rest,
            _id: userId,
            secondFactorDueAt: secondFactorDueAt === null ? null : new Date(secondFactorDueAt),
            createdAt: at,
            updatedAt: new Date(updatedAt),
            lastSignInAt: null,
            ...(oidc === null ? {} : { oidc }),
          };
          await users.create([document], { session });
          await credentials.create([{ _id: userId, passwordHash }], { session });
        });
        return true;
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
        await users.deleteOne({ _id: userId }, { session });
        await credentials.deleteOne({ _id: userId }, { session });
        await endSessions(connection, userId, session);
        await writeAudit(connection, audit, at, session);
        return 'changed';
      });
    },
  };
}

function createUserReader(connection: Connection) {
  const users = userModel(connection);
  return {
    find: async (userId) => presented(users.findById(userId).lean<UserDocument>(), presentUser),
    findByEmail: async (email) => presented(users.findOne({ email }).lean<UserDocument>(), presentUser),

    async findByOidc(identity, email) {
      const hasIdentity = { 'oidc.issuer': identity.issuer, 'oidc.subject': identity.subject };
      const found = await users
        .find({ $or: [hasIdentity, ...(email === null ? [] : [{ email }])] })
        .lean<UserDocument[]>();
      const linked = found.find(({ oidc }) => oidc !== undefined && isSame(oidc, identity));
      const document = linked ?? found[0];
      return document === undefined ? null : presentUser(document);
    },

    async list(query) {
      return await listPage(users, query, { order: { name: 1, _id: 1 }, present: presentUser });
    },

    hasAdmin: async () => (await users.exists({ role: 'admin', disabled: false })) !== null,
  } satisfies Partial<UserStore>;
}

function createUserChange(connection: Connection): Pick<UserStore, 'change'> {
  const users = userModel(connection);
  const credentials = credentialModel(connection);

  return {
    async change(userId, change, now, audit) {
      const at = new Date(now);
      return await connection.transaction(async (session): Promise<UserChangeResult> => {
        const before = await users.findById(userId).session(session).lean<UserDocument>();
        if (before === null) {
          return { kind: 'absent' };
        }
        if (change.oidc !== undefined && before.oidc !== undefined && !isSame(before.oidc, change.oidc)) {
          return { kind: 'linked' };
        }
        if (takesAdminAway(before, change) && !(await anotherAdminIsLeft(connection, userId, session))) {
          return { kind: 'last_admin' };
        }
        if (change.endSessions) {
          await endSessions(connection, userId, session);
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
        await writeAudit(connection, audit, at, session);
        return { kind: 'changed', user: presentUser(user) };
      });
    },
  };
}

function isSame(one: OidcIdentity, other: OidcIdentity): boolean {
  return one.issuer === other.issuer && one.subject === other.subject;
}

function isAdmin({ role, disabled }: UserDocument): boolean {
  return role === 'admin' && !disabled;
}

function takesAdminAway(user: UserDocument, { role, disabled, byIssuer }: UserChange): boolean {
  return (
    byIssuer !== true && isAdmin(user) && ((role !== undefined && role !== 'admin') || disabled === true)
  );
}

function changedFields(change: UserChange, at: Date): Partial<UserDocument> {
  const { name, role, disabled, secondFactorDueAt, oidc } = change;
  return {
    updatedAt: at,
    ...given({ name, role, disabled }),
    ...(oidc === undefined ? {} : { oidc: { issuer: oidc.issuer, subject: oidc.subject } }),
    ...(secondFactorDueAt === undefined
      ? {}
      : { secondFactorDueAt: secondFactorDueAt === null ? null : new Date(secondFactorDueAt) }),
  };
}

/**
 * Whether another enabled admin remains without this person. Every such check writes to one document, so if
 * two concurrent transactions each remove an admin, one conflicts, runs again, and sees the other's change.
 * Otherwise each would rely on the other's admin.
 */
async function anotherAdminIsLeft(
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
