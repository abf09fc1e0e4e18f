import type { PageQuery } from '@leadbridge/contracts';
import type {
  UserChange,
  UserChangeResult,
  UserStore,
  OidcIdentity,
  UserRecord,
  Page,
  AuditEntry,
} from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { createWriteAudit } from '../audit/write-audit.js';
import { credentialModel } from './credential-model.js';
import { unlessDuplicate } from '../duplicate-key.js';
import { readPage } from '../read-page.js';
import { sessionModel } from './session-model.js';
import { anotherAdminIsLeft } from './keep-an-admin.js';
import { presentUser } from './present-user.js';
import { userModel, type UserDocument } from './user-model.js';

interface UserModels {
  readonly connection: Connection;
  readonly users: ReturnType<typeof userModel>;
  readonly credentials: ReturnType<typeof credentialModel>;
  readonly sessions: ReturnType<typeof sessionModel>;
  readonly writeAudit: ReturnType<typeof createWriteAudit>;
}

export function createUserStore(connection: Connection): UserStore {
  const models: UserModels = {
    connection,
    users: userModel(connection),
    credentials: credentialModel(connection),
    sessions: sessionModel(connection),
    writeAudit: createWriteAudit(connection),
  };

  return {
    find: async (userId) => findUser(models, userId),
    findByEmail: async (email) => findUserByEmail(models, email),
    findByOidc: async (identity, email) => findUserByOidc(models, identity, email),
    list: async (query) => listUsers(models, query),
    hasAdmin: async () => (await models.users.exists({ role: 'admin', disabled: false })) !== null,
    create: async (user, passwordHash, audit) => createUser(models, user, passwordHash, audit),
    change: async (userId, change, now, audit) => changeUser(models, userId, change, now, audit),
    remove: async (userId, now, audit) => removeUser(models, userId, now, audit),
  };
}

async function findUser({ users }: UserModels, userId: string): Promise<UserRecord | null> {
  const document = await users.findById(userId).lean<UserDocument>();
  return document === null ? null : presentUser(document);
}

async function findUserByEmail({ users }: UserModels, email: string): Promise<UserRecord | null> {
  const document = await users.findOne({ email }).lean<UserDocument>();
  return document === null ? null : presentUser(document);
}

async function findUserByOidc(
  { users }: UserModels,
  identity: OidcIdentity,
  email: string | null,
): Promise<UserRecord | null> {
  const hasIdentity = { 'oidc.issuer': identity.issuer, 'oidc.subject': identity.subject };
  const found = await users
    .find({ $or: [hasIdentity, ...(email === null ? [] : [{ email }])] })
    .lean<UserDocument[]>();
  const linked = found.find(({ oidc }) => oidc !== undefined && isSame(oidc, identity));
  const document = linked ?? found[0];
  return document === undefined ? null : presentUser(document);
}

async function listUsers({ users }: UserModels, query: PageQuery): Promise<Page<UserRecord>> {
  const [{ documents, next }, total] = await Promise.all([
    readPage<UserDocument>(users.find(), { name: 1, _id: 1 }, query),
    users.countDocuments(),
  ]);
  return { items: documents.map(presentUser), total, next };
}

async function createUser(
  { connection, users, credentials, writeAudit }: UserModels,
  user: UserRecord,
  passwordHash: string | null,
  audit: AuditEntry,
): Promise<boolean> {
  const { userId, createdAt, updatedAt, secondFactorDueAt, oidc, ...rest } = user;
  const at = new Date(createdAt);
  return await unlessDuplicate(async () => {
    await connection.transaction(async (session) => {
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
      await writeAudit(audit, at, session);
    });
    return true;
  });
}

async function changeUser(
  { connection, users, credentials, sessions, writeAudit }: UserModels,
  userId: string,
  change: UserChange,
  now: number,
  audit: AuditEntry,
): Promise<UserChangeResult> {
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
    const user = await users
      .findByIdAndUpdate(userId, { $set: changedFields(change, at) }, { session, returnDocument: 'after' })
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
}

async function removeUser(
  models: UserModels,
  userId: string,
  now: number,
  audit: AuditEntry,
): Promise<UserChangeResult['kind']> {
  const at = new Date(now);
  return await models.connection.transaction(async (session): Promise<UserChangeResult['kind']> => {
    const before = await models.users.findById(userId).session(session).lean<UserDocument>();
    if (before === null) {
      return 'absent';
    }
    if (isAdmin(before) && !(await anotherAdminIsLeft(models.connection, userId, session))) {
      return 'last_admin';
    }
    await removeEverything(models, userId, session);
    await models.writeAudit(audit, at, session);
    return 'changed';
  });
}

async function removeEverything(
  { users, credentials, sessions }: UserModels,
  userId: string,
  session: ClientSession,
): Promise<void> {
  await users.deleteOne({ _id: userId }, { session });
  await credentials.deleteOne({ _id: userId }, { session });
  await sessions.deleteMany({ userId }, { session });
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
    ...(name === undefined ? {} : { name }),
    ...(role === undefined ? {} : { role }),
    ...(disabled === undefined ? {} : { disabled }),
    ...(oidc === undefined ? {} : { oidc: { issuer: oidc.issuer, subject: oidc.subject } }),
    ...(secondFactorDueAt === undefined
      ? {}
      : { secondFactorDueAt: secondFactorDueAt === null ? null : new Date(secondFactorDueAt) }),
  };
}
