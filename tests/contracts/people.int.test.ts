import { describe, expect, it } from '@jest/globals';
import { newId } from '@leadbridge/platform';
import { createCredentialStore, createSessionStore, createUserStore } from '@leadbridge/store';
import type { AuditEntry, UserRecord } from '@leadbridge/usecases';

import { createMemoryPeople } from '../../packages/usecases/src/access/testing/memory-people.js';
import { twins } from '../support/twins.js';

const at = Date.parse('2026-01-31T09:00:00.000Z');
const audit: AuditEntry = {
  actor: { id: 'usr_1', name: 'Admin', kind: 'person' },
  address: null,
  requestId: null,
  action: 'user.changed',
  target: { type: 'user', id: 'usr_1' },
};

const stores = twins(
  () => createMemoryPeople().ports,
  (connection) => ({
    users: createUserStore(connection),
    credentials: createCredentialStore(connection),
    sessions: createSessionStore(connection),
  }),
);

describe.each(stores)('the contract of people, $name', ({ open }) => {
  const personOf = (changes: Partial<UserRecord> = {}): UserRecord => {
    const userId = newId('usr');
    return {
      ...{ userId, email: `${userId.toLowerCase()}@example.com`, name: 'Alex', role: 'operator' },
      ...{ disabled: false, secondFactor: null, secondFactorDueAt: null, oidc: null },
      ...{ createdAt: at, updatedAt: at, lastSignInAt: null, sessionsEnded: 0, ...changes },
    };
  };
  const session = (userId: string) => ({
    ...{ sessionId: newId('ses'), userId, createdAt: at, expiresAt: at + 1_000_000, lastSeenAt: at },
    ...({ method: 'password', secondFactorProven: false, provenAt: at, address: null } as const),
  });
  const pending = {
    method: 'totp',
    sealedSecret: 'sealed',
    sealedPhone: null,
    expiresAt: at + 1_000,
  } as const;
  async function opened(changes: Partial<UserRecord> = {}) {
    const ports = open();
    const user = personOf(changes);
    expect(await ports.users.create(user, 'hash', audit)).toBe(true);
    return { ...ports, user };
  }

  it('finds a person by id and email, and refuses a second one with the email', async () => {
    const { users, user } = await opened();
    expect(await users.find(user.userId)).toEqual(user);
    expect(await users.findByEmail(user.email)).toEqual(user);
    expect(await users.create({ ...personOf(), email: user.email }, 'hash', audit)).toBe(false);
    expect(await users.find('usr_missing')).toBeNull();
  });

  it('finds a person by an identity at an issuer, else by the email, and takes each identity once', async () => {
    const identity = { issuer: `https://${newId('usr')}.example.com`, subject: 'one' };
    const { users, credentials, user } = await opened();
    const { email } = user;
    expect(await users.findByOidc(identity, null)).toBeNull();
    expect(await users.findByOidc(identity, email)).toEqual(user);
    const linked = { ...personOf(), oidc: identity };
    expect(await users.create(linked, null, audit)).toBe(true);
    expect(await users.findByOidc(identity, email)).toEqual(linked);
    expect(await users.findByOidc({ ...identity, subject: 'two' }, null)).toBeNull();
    expect(await users.create({ ...personOf(), oidc: identity }, null, audit)).toBe(false);
    expect(await credentials.find(linked.userId)).toMatchObject({ passwordHash: null });
    const other = { oidc: { ...identity, subject: 'two' }, endSessions: false };
    expect(await users.change(linked.userId, other, at, audit)).toEqual({ kind: 'linked' });
    expect(await users.change(user.userId, other, at, audit)).toMatchObject({
      kind: 'changed',
      user: { oidc: other.oidc },
    });
  });

  it('changes a person, ends their sessions where asked to, and says who is absent', async () => {
    const { users, sessions, credentials, user } = await opened();
    const one = session(user.userId);
    await sessions.create(one, user, audit);
    const change = { name: 'Sam', passwordHash: 'other', endSessions: true };
    expect(await users.change(user.userId, change, at + 5, audit)).toEqual({
      kind: 'changed',
      user: { ...user, name: 'Sam', updatedAt: at + 5, lastSignInAt: one.createdAt, sessionsEnded: 1 },
    });
    expect(await sessions.find(one.sessionId)).toBeNull();
    expect(await credentials.find(user.userId)).toMatchObject({ passwordHash: 'other' });
    expect(await users.change('usr_missing', change, at, audit)).toEqual({ kind: 'absent' });
    expect(await users.remove('usr_missing', at, audit)).toBe('absent');
  });

  it('keeps the last admin, whatever is asked', async () => {
    const { users, user } = await opened({ role: 'admin' });
    const demotion = { role: 'viewer', endSessions: false } as const;
    expect(await users.change(user.userId, demotion, at, audit)).toEqual({ kind: 'last_admin' });
    expect(await users.change(user.userId, { disabled: true, endSessions: true }, at, audit)).toEqual({
      kind: 'last_admin',
    });
    expect(await users.remove(user.userId, at, audit)).toBe('last_admin');
    const other = personOf({ role: 'admin' });
    await users.create(other, 'hash', audit);
    expect(await users.remove(user.userId, at, audit)).toBe('changed');
    expect(await users.remove(other.userId, at, audit)).toBe('last_admin');
    const byIssuer = { ...demotion, byIssuer: true };
    expect(await users.change(other.userId, byIssuer, at, audit)).toMatchObject({ kind: 'changed' });
    // Makes room for the other tests: there has to be one admin.
    await users.create(personOf({ role: 'admin' }), 'hash', audit);
    expect(await users.remove(other.userId, at, audit)).toBe('changed');
  });

  it('changes a password, ends every session but one, and rehashes only what is still current', async () => {
    const { credentials, sessions, user } = await opened();
    const [kept, ended] = [session(user.userId), session(user.userId)];
    await Promise.all([sessions.create(kept, user, audit), sessions.create(ended, user, audit)]);
    await credentials.changePassword(user.userId, 'second', kept.sessionId, at, audit);
    expect((await sessions.listOf(user.userId)).map(({ sessionId }) => sessionId)).toEqual([kept.sessionId]);
    await credentials.replacePasswordHash(user.userId, 'hash', 'third');
    expect(await credentials.find(user.userId)).toMatchObject({ passwordHash: 'second' });
    await credentials.replacePasswordHash(user.userId, 'second', 'third');
    expect(await credentials.find(user.userId)).toMatchObject({ passwordHash: 'third' });
  });

  it('confirms an offered factor once, and uses each step, code and challenge once', async () => {
    const { credentials, sessions, users, user } = await opened();
    const own = session(user.userId);
    await sessions.create(own, user, audit);
    await credentials.offerFactor(user.userId, pending);
    const offered = (await credentials.find(user.userId))?.pendingFactor ?? pending;
    expect(offered).toEqual(pending);
    const confirmed = {
      ...{ pending: offered, lastStep: 7, recoveryHashes: ['one', 'two'], sessionId: own.sessionId },
    };
    expect(await credentials.confirmFactor(user.userId, confirmed, at, audit)).toBe(true);
    expect(await credentials.confirmFactor(user.userId, confirmed, at, audit)).toBe(false);
    expect(await users.find(user.userId)).toMatchObject({ secondFactor: 'totp' });
    expect(await sessions.find(own.sessionId)).toMatchObject({ session: { secondFactorProven: true } });

    const steps = [];
    for (const step of [7, 8, 8, 9]) {
      steps.push(await credentials.useTotpStep(user.userId, step));
    }
    expect(steps).toEqual([false, true, false, true]);
    const codes = [];
    for (const hash of ['one', 'one', 'none', 'two']) {
      codes.push(await credentials.useRecoveryCode(user.userId, hash, at, audit));
    }
    expect(codes).toEqual([true, false, false, true]);
    await credentials.setChallenge(user.userId, {
      ...{ challengeId: 'chl_1', purpose: 'proof', sealedCode: 'sealed', sentAt: at, expiresAt: at + 1_000 },
    });
    expect(await credentials.useChallenge(user.userId, 'chl_other')).toBe(false);
    expect(await credentials.useChallenge(user.userId, 'chl_1')).toBe(true);
    expect(await credentials.useChallenge(user.userId, 'chl_1')).toBe(false);
  });

  it('does not confirm a factor whose offer has expired, and resets one with all sessions', async () => {
    const { credentials, sessions, users, user } = await opened();
    const own = session(user.userId);
    await sessions.create(own, user, audit);
    await credentials.offerFactor(user.userId, pending);
    const offered = (await credentials.find(user.userId))?.pendingFactor ?? pending;
    const late = { pending: offered, lastStep: 0, recoveryHashes: [], sessionId: own.sessionId };
    expect(await credentials.confirmFactor(user.userId, late, pending.expiresAt, audit)).toBe(false);
    expect(await credentials.resetFactor(user.userId, at + 9, at, audit)).toBe(true);
    expect(await users.find(user.userId)).toMatchObject({ secondFactor: null, secondFactorDueAt: at + 9 });
    expect(await sessions.find(own.sessionId)).toBeNull();
    expect(await credentials.resetFactor('usr_missing', null, at, audit)).toBe(false);
  });

  it('opens no session for a person whose sessions were ended, or who was removed, after they were read', async () => {
    const { credentials, sessions, users, user } = await opened();
    await credentials.changePassword(user.userId, 'second', 'none', at, audit);
    expect(await sessions.create(session(user.userId), user, audit)).toBe(false);
    expect(await sessions.listOf(user.userId)).toEqual([]);
    const read = await users.find(user.userId);
    expect(await sessions.create(session(user.userId), read ?? user, audit)).toBe(true);
    await users.remove(user.userId, at, audit);
    expect(await sessions.create(session(user.userId), read ?? user, audit)).toBe(false);
  });

  it('ends a session once', async () => {
    const { sessions, user } = await opened();
    const own = session(user.userId);
    await sessions.create(own, user, audit);
    await sessions.touch(own.sessionId, at + 60_000);
    await sessions.markProven(own.sessionId);
    const seen = { ...own, lastSeenAt: at + 60_000, secondFactorProven: true };
    expect(await sessions.find(own.sessionId)).toMatchObject({
      session: seen,
      user: { userId: user.userId },
    });
    expect(await sessions.end(own.sessionId, at, audit)).toBe(true);
    expect(await sessions.end(own.sessionId, at, audit)).toBe(false);
  });
});
