import type { AuditEntry } from '../../ports/audit.js';
import type {
  CredentialRecord,
  CredentialStore,
  OidcIdentity,
  SessionRecord,
  SessionStore,
  UserRecord,
  UserStore,
} from '../../ports/people.js';

/** People, their secrets and sessions in memory, with the store's rules for concurrent writers. */
export function createMemoryPeople() {
  const people = new Map<string, UserRecord>();
  const secrets = new Map<string, CredentialRecord>();
  const recovery = new Map<string, Set<string>>();
  const open = new Map<string, SessionRecord>();
  const audited: AuditEntry[] = [];

  const hasIdentity = ({ oidc }: UserRecord, { issuer, subject }: OidcIdentity): boolean =>
    oidc !== null && oidc.issuer === issuer && oidc.subject === subject;
  const isAdmin = (user: UserRecord): boolean => user.role === 'admin' && !user.disabled;
  const isLastAdmin = (user: UserRecord): boolean =>
    isAdmin(user) && ![...people.values()].some((other) => other.userId !== user.userId && isAdmin(other));

  function endSessions(userId: string, except?: string): void {
    const user = people.get(userId);
    if (user !== undefined) {
      people.set(userId, { ...user, sessionsEnded: user.sessionsEnded + 1 });
    }
    for (const session of [...open.values()]) {
      if (session.userId === userId && session.sessionId !== except) {
        open.delete(session.sessionId);
      }
    }
  }

  function update(userId: string, changes: Partial<CredentialRecord>): void {
    const record = secrets.get(userId);
    if (record !== undefined) {
      secrets.set(userId, { ...record, ...changes });
    }
  }

  const users: UserStore = {
    find: async (userId) => people.get(userId) ?? null,
    findByEmail: async (email) => [...people.values()].find((user) => user.email === email) ?? null,
    async findByOidc(identity, email) {
      const all = [...people.values()];
      const linked = all.find((user) => hasIdentity(user, identity));
      return linked ?? all.find((user) => user.email === email) ?? null;
    },
    list: async () => ({ items: [...people.values()], total: people.size, next: null }),
    hasAdmin: async () => [...people.values()].some(isAdmin),
    async create(user, passwordHash, audit) {
      const isTaken = (other: UserRecord): boolean =>
        other.email === user.email || (user.oidc !== null && hasIdentity(other, user.oidc));
      if ([...people.values()].some(isTaken)) {
        return false;
      }
      people.set(user.userId, user);
      const none = { factor: null, pendingFactor: null, challenge: null };
      secrets.set(user.userId, { userId: user.userId, passwordHash, ...none });
      audited.push(audit);
      return true;
    },
    async change(userId, { passwordHash, endSessions: ends, byIssuer, ...plain }, now, audit) {
      const user = people.get(userId);
      if (user === undefined) {
        return { kind: 'absent' };
      }
      const sessionsEnded = user.sessionsEnded + (ends ? 1 : 0);
      const changed = { ...user, ...plain, sessionsEnded, updatedAt: now };
      if (plain.oidc !== undefined && user.oidc !== null && !hasIdentity(user, plain.oidc)) {
        return { kind: 'linked' };
      }
      if (byIssuer !== true && isLastAdmin(user) && !isAdmin(changed)) {
        return { kind: 'last_admin' };
      }
      if (ends) {
        endSessions(userId);
      }
      people.set(userId, changed);
      if (passwordHash !== undefined) {
        update(userId, { passwordHash });
      }
      audited.push(audit);
      return { kind: 'changed', user: changed };
    },
    async remove(userId, _now, audit) {
      const user = people.get(userId);
      if (user === undefined || isLastAdmin(user)) {
        return user === undefined ? 'absent' : 'last_admin';
      }
      people.delete(userId);
      secrets.delete(userId);
      endSessions(userId);
      audited.push(audit);
      return 'changed';
    },
  };

  const credentials: CredentialStore = {
    find: async (userId) => secrets.get(userId) ?? null,
    async replacePasswordHash(userId, before, after) {
      if (secrets.get(userId)?.passwordHash === before) {
        update(userId, { passwordHash: after });
      }
    },
    async changePassword(userId, passwordHash, keepSession, _now, audit) {
      update(userId, { passwordHash });
      endSessions(userId, keepSession);
      audited.push(audit);
    },
    async offerFactor(userId, pendingFactor) {
      update(userId, { pendingFactor });
    },
    async confirmFactor(userId, { pending, lastStep, recoveryHashes, sessionId }, now, audit) {
      const user = people.get(userId);
      const session = open.get(sessionId);
      if (user === undefined || secrets.get(userId)?.pendingFactor !== pending || pending.expiresAt <= now) {
        return false;
      }
      const { expiresAt: _expiresAt, ...factor } = pending;
      update(userId, { factor: { ...factor, lastStep }, pendingFactor: null, challenge: null });
      recovery.set(userId, new Set(recoveryHashes));
      people.set(userId, { ...user, secondFactor: pending.method });
      endSessions(userId, sessionId);
      if (session !== undefined) {
        open.set(sessionId, { ...session, secondFactorProven: true });
      }
      audited.push(audit);
      return true;
    },
    async resetFactor(userId, secondFactorDueAt, _now, audit) {
      const user = people.get(userId);
      if (user === undefined) {
        return false;
      }
      people.set(userId, { ...user, secondFactor: null, secondFactorDueAt });
      update(userId, { factor: null, pendingFactor: null, challenge: null });
      recovery.delete(userId);
      endSessions(userId);
      audited.push(audit);
      return true;
    },
    async useTotpStep(userId, step) {
      const factor = secrets.get(userId)?.factor ?? null;
      if (factor === null || factor.lastStep >= step) {
        return false;
      }
      update(userId, { factor: { ...factor, lastStep: step } });
      return true;
    },
    async useRecoveryCode(userId, hash, _now, audit) {
      const used = recovery.get(userId)?.delete(hash) ?? false;
      if (used) {
        audited.push(audit);
      }
      return used;
    },
    async setChallenge(userId, challenge) {
      update(userId, { challenge });
    },
    async useChallenge(userId, challengeId) {
      const isCurrent = secrets.get(userId)?.challenge?.challengeId === challengeId;
      if (isCurrent) {
        update(userId, { challenge: null });
      }
      return isCurrent;
    },
  };

  const sessions: SessionStore = {
    async create(session, asRead, audit) {
      const user = people.get(session.userId);
      if (user?.sessionsEnded !== asRead.sessionsEnded) {
        return false;
      }
      open.set(session.sessionId, session);
      people.set(user.userId, { ...user, lastSignInAt: session.createdAt });
      audited.push(audit);
      return true;
    },
    async find(sessionId) {
      const session = open.get(sessionId);
      const user = people.get(session?.userId ?? '');
      return session === undefined || user === undefined ? null : { session, user };
    },
    listOf: async (userId) => [...open.values()].filter((one) => one.userId === userId),
    async touch(sessionId, now) {
      const session = open.get(sessionId);
      if (session !== undefined) {
        open.set(sessionId, { ...session, lastSeenAt: now });
      }
    },
    async markProven(sessionId) {
      const session = open.get(sessionId);
      if (session !== undefined) {
        open.set(sessionId, { ...session, secondFactorProven: true });
      }
    },
    async renewProof(sessionId, now, audit) {
      const session = open.get(sessionId);
      if (session !== undefined) {
        open.set(sessionId, { ...session, provenAt: now });
        audited.push(audit);
      }
    },
    async end(sessionId, _now, audit) {
      const ended = open.delete(sessionId);
      if (ended) {
        audited.push(audit);
      }
      return ended;
    },
  };

  return { people, secrets, open, audited, ports: { users, credentials, sessions } };
}
