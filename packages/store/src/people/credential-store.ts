import type { CredentialRecord, CredentialStore, PendingSecondFactor } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { auditedChange } from '../audit/write-audit.js';
import { presented } from '../read-page.js';
import { msTimes } from '../times-of.js';
import { endSessions } from './end-sessions.js';
import { sessionModel } from './session-model.js';
import { userModel } from './user-model.js';
import { credentialModel, type CredentialDocument } from './credential-model.js';

export function createCredentialStore(connection: Connection): CredentialStore {
  const credentials = credentialModel(connection);
  const users = userModel(connection);

  return {
    ...createFactorOffers(connection),
    ...createCodeUse(connection),

    find: async (userId) =>
      presented(credentials.findById(userId).lean<CredentialDocument>(), presentCredential),

    async replacePasswordHash(userId, before, after) {
      await credentials.updateOne({ _id: userId, passwordHash: before }, { $set: { passwordHash: after } });
    },

    async changePassword(userId, passwordHash, keepSession, now, audit) {
      await auditedChange(connection, audit, new Date(now), async (session) => {
        await credentials.updateOne({ _id: userId }, { $set: { passwordHash } }, { session });
        await endSessions(connection, userId, session, keepSession);
      });
    },

    async resetFactor(userId, dueAt, now, audit) {
      const at = new Date(now);
      const secondFactorDueAt = dueAt === null ? null : new Date(dueAt);
      return await auditedChange(connection, audit, at, async (session) => {
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
        await endSessions(connection, userId, session);
        return true;
      });
    },
  };
}

function createFactorOffers(connection: Connection): Pick<CredentialStore, 'offerFactor' | 'confirmFactor'> {
  const credentials = credentialModel(connection);
  const users = userModel(connection);
  const sessions = sessionModel(connection);

  return {
    async offerFactor(userId, factor) {
      const pendingFactor = { ...factor, expiresAt: new Date(factor.expiresAt) };
      await credentials.updateOne({ _id: userId }, { $set: { pendingFactor, challenge: null } });
    },

    async confirmFactor(userId, { pending, lastStep, recoveryHashes, sessionId }, now, audit) {
      const { method, sealedSecret, sealedPhone } = pending;
      const at = new Date(now);
      return await auditedChange(connection, audit, at, async (session) => {
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
        await users.updateOne(
          { _id: userId },
          { $set: { secondFactor: method, updatedAt: at } },
          { session },
        );
        await endSessions(connection, userId, session, sessionId);
        await sessions.updateOne({ _id: sessionId }, { $set: { secondFactorProven: true } }, { session });
        return true;
      });
    },
  };
}

function createCodeUse(connection: Connection) {
  const credentials = credentialModel(connection);

  return {
    async useTotpStep(userId, step) {
      const used = await credentials.updateOne(
        { _id: userId, 'factor.lastStep': { $lt: step } },
        { $set: { 'factor.lastStep': step } },
      );
      return used.matchedCount === 1;
    },

    async useRecoveryCode(userId, hash, now, audit) {
      return await auditedChange(connection, audit, new Date(now), async (session) => {
        const used = await credentials.updateOne(
          { _id: userId, recoveryHashes: hash },
          { $pull: { recoveryHashes: hash } },
          { session },
        );
        return used.matchedCount === 1;
      });
    },

    async setChallenge(userId, challenge) {
      const { sentAt, expiresAt } = challenge;
      await credentials.updateOne(
        { _id: userId },
        { $set: { challenge: { ...challenge, sentAt: new Date(sentAt), expiresAt: new Date(expiresAt) } } },
      );
    },

    async useChallenge(userId, challengeId) {
      const used = await credentials.updateOne(
        { _id: userId, 'challenge.challengeId': challengeId },
        { $set: { challenge: null } },
      );
      return used.matchedCount === 1;
    },
  } satisfies Partial<CredentialStore>;
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
  const { _id: userId, passwordHash, factor, pendingFactor, challenge } = document;
  return {
    ...{ userId, passwordHash, factor },
    pendingFactor: pendingFactor === null ? null : msTimes(pendingFactor),
    challenge: challenge === null ? null : msTimes(challenge),
  };
}
