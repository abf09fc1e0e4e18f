import type {
  CredentialRecord,
  CredentialStore,
  PendingSecondFactor,
  AuditEntry,
  CodeChallenge,
} from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { createWriteAudit } from '../audit/write-audit.js';
import { sessionModel } from './session-model.js';
import { userModel } from './user-model.js';
import { credentialModel, type CredentialDocument } from './credential-model.js';

interface CredentialModels {
  readonly connection: Connection;
  readonly credentials: ReturnType<typeof credentialModel>;
  readonly users: ReturnType<typeof userModel>;
  readonly sessions: ReturnType<typeof sessionModel>;
  readonly writeAudit: ReturnType<typeof createWriteAudit>;
}

export function createCredentialStore(connection: Connection): CredentialStore {
  const models: CredentialModels = {
    connection,
    credentials: credentialModel(connection),
    users: userModel(connection),
    sessions: sessionModel(connection),
    writeAudit: createWriteAudit(connection),
  };

  return {
    find: async (userId) => findCredential(models, userId),
    replacePasswordHash: async (userId, before, after) => replacePasswordHash(models, userId, before, after),
    changePassword: async (userId, passwordHash, keepSession, now, audit) =>
      changePassword(models, userId, passwordHash, keepSession, now, audit),
    offerFactor: async (userId, factor) => offerFactor(models, userId, factor),
    confirmFactor: async (userId, confirmed, now, audit) =>
      confirmFactor(models, userId, confirmed, now, audit),
    resetFactor: async (userId, dueAt, now, audit) => resetFactor(models, userId, dueAt, now, audit),
    useTotpStep: async (userId, step) => useTotpStep(models, userId, step),
    useRecoveryCode: async (userId, hash, now, audit) => useRecoveryCode(models, userId, hash, now, audit),
    setChallenge: async (userId, challenge) => setChallenge(models, userId, challenge),
    useChallenge: async (userId, challengeId) => useChallenge(models, userId, challengeId),
  };
}

async function findCredential(
  { credentials }: CredentialModels,
  userId: string,
): Promise<CredentialRecord | null> {
  const document = await credentials.findById(userId).lean<CredentialDocument>();
  return document === null ? null : presentCredential(document);
}

async function replacePasswordHash(
  { credentials }: CredentialModels,
  userId: string,
  before: string | null,
  after: string,
): Promise<void> {
  await credentials.updateOne({ _id: userId, passwordHash: before }, { $set: { passwordHash: after } });
}

async function changePassword(
  { connection, credentials, sessions, writeAudit }: CredentialModels,
  userId: string,
  passwordHash: string,
  keepSession: string,
  now: number,
  audit: AuditEntry,
): Promise<void> {
  await connection.transaction(async (session) => {
    await credentials.updateOne({ _id: userId }, { $set: { passwordHash } }, { session });
    await sessions.deleteMany({ userId, _id: { $ne: keepSession } }, { session });
    await writeAudit(audit, new Date(now), session);
  });
}

async function offerFactor(
  { credentials }: CredentialModels,
  userId: string,
  factor: PendingSecondFactor,
): Promise<void> {
  const pendingFactor = { ...factor, expiresAt: new Date(factor.expiresAt) };
  await credentials.updateOne({ _id: userId }, { $set: { pendingFactor, challenge: null } });
}

async function confirmFactor(
  { connection, credentials, users, sessions, writeAudit }: CredentialModels,
  userId: string,
  {
    pending,
    lastStep,
    recoveryHashes,
    sessionId,
  }: {
    readonly pending: PendingSecondFactor;
    readonly lastStep: number;
    readonly recoveryHashes: readonly string[];
    readonly sessionId: string;
  },
  now: number,
  audit: AuditEntry,
): Promise<boolean> {
  const { method, sealedSecret, sealedPhone } = pending;
  const at = new Date(now);
  return await connection.transaction(async (session) => {
    const confirmed = await credentials.updateOne(
      { _id: userId, ...offered(pending, at) },
      {
        $set: {
          factor: { method, sealedSecret, sealedPhone, lastStep },
          pendingFactor: null,
          challenge: null,
          recoveryHashes,
        },
      },
      { session },
    );
    if (confirmed.matchedCount === 0) {
      return false;
    }
    await users.updateOne({ _id: userId }, { $set: { secondFactor: method, updatedAt: at } }, { session });
    await sessions.deleteMany({ userId, _id: { $ne: sessionId } }, { session });
    await sessions.updateOne({ _id: sessionId }, { $set: { secondFactorProven: true } }, { session });
    await writeAudit(audit, at, session);
    return true;
  });
}

async function resetFactor(
  { connection, users, credentials, sessions, writeAudit }: CredentialModels,
  userId: string,
  dueAt: number | null,
  now: number,
  audit: AuditEntry,
): Promise<boolean> {
  const at = new Date(now);
  const secondFactorDueAt = dueAt === null ? null : new Date(dueAt);
  return await connection.transaction(async (session) => {
    const changed = await users.updateOne(
      { _id: userId },
      { $set: { secondFactor: null, secondFactorDueAt, updatedAt: at } },
      { session },
    );
    if (changed.matchedCount === 0) {
      return false;
    }
    await credentials.updateOne(
      { _id: userId },
      { $set: { factor: null, pendingFactor: null, challenge: null, recoveryHashes: [] } },
      { session },
    );
    await sessions.deleteMany({ userId }, { session });
    await writeAudit(audit, at, session);
    return true;
  });
}

async function useTotpStep(
  { credentials }: CredentialModels,
  userId: string,
  step: number,
): Promise<boolean> {
  const used = await credentials.updateOne(
    { _id: userId, 'factor.lastStep': { $lt: step } },
    { $set: { 'factor.lastStep': step } },
  );
  return used.matchedCount === 1;
}

async function useRecoveryCode(
  { connection, credentials, writeAudit }: CredentialModels,
  userId: string,
  hash: string,
  now: number,
  audit: AuditEntry,
): Promise<boolean> {
  return await connection.transaction(async (session) => {
    const used = await credentials.updateOne(
      { _id: userId, recoveryHashes: hash },
      { $pull: { recoveryHashes: hash } },
      { session },
    );
    if (used.matchedCount === 0) {
      return false;
    }
    await writeAudit(audit, new Date(now), session);
    return true;
  });
}

async function setChallenge(
  { credentials }: CredentialModels,
  userId: string,
  challenge: CodeChallenge,
): Promise<void> {
  const { sentAt, expiresAt } = challenge;
  await credentials.updateOne(
    { _id: userId },
    { $set: { challenge: { ...challenge, sentAt: new Date(sentAt), expiresAt: new Date(expiresAt) } } },
  );
}

async function useChallenge(
  { credentials }: CredentialModels,
  userId: string,
  challengeId: string,
): Promise<boolean> {
  const used = await credentials.updateOne(
    { _id: userId, 'challenge.challengeId': challengeId },
    { $set: { challenge: null } },
  );
  return used.matchedCount === 1;
}

/** The exact offer that a code was checked against, unless it has expired or another has replaced it meanwhile. */
function offered(
  { method, sealedSecret, sealedPhone, expiresAt }: PendingSecondFactor,
  now: Date,
): Record<string, unknown> {
  return {
    'pendingFactor.method': method,
    'pendingFactor.sealedSecret': sealedSecret,
    'pendingFactor.sealedPhone': sealedPhone,
    'pendingFactor.expiresAt': { $eq: new Date(expiresAt), $gt: now },
  };
}

function presentCredential(document: CredentialDocument): CredentialRecord {
  const { pendingFactor, challenge } = document;
  return {
    userId: document._id,
    passwordHash: document.passwordHash,
    factor: document.factor,
    pendingFactor:
      pendingFactor === null ? null : { ...pendingFactor, expiresAt: pendingFactor.expiresAt.getTime() },
    challenge:
      challenge === null
        ? null
        : { ...challenge, sentAt: challenge.sentAt.getTime(), expiresAt: challenge.expiresAt.getTime() },
  };
}
