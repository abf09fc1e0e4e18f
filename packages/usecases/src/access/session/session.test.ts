import { describe, expect, it } from '@jest/globals';

import type { UserRecord } from '../../ports/people.js';
import { newSession, sessionIdOf, sessionStanding } from './session.js';

const hour = 3_600_000;
const now = 1_700_000_000_000;

const user: UserRecord = {
  userId: 'usr_1',
  email: 'jo@example.com',
  name: 'Jo',
  role: 'admin',
  disabled: false,
  secondFactor: null,
  secondFactorDueAt: now + hour,
  oidc: null,
  createdAt: 0,
  updatedAt: 0,
  lastSignInAt: null,
  sessionsEnded: 0,
};

const { session } = newSession(user, now, { method: 'password', secondFactor: false }, null);

describe('a session', () => {
  it('is stored under the hash of its token', () => {
    const made = newSession(user, now, { method: 'password', secondFactor: true }, '203.0.113.7');
    expect(made.token).toMatch(/^lbs_[\w-]{43}$/);
    expect(made.session.sessionId).toBe(sessionIdOf(made.token));
    expect(made.session.sessionId).toMatch(/^[\da-f]{64}$/);
    expect(JSON.stringify(made.session)).not.toContain(made.token);
  });

  it.each(['', 'lbs_', 'lbk_'.padEnd(47, 'x'), `lbs_${'x'.repeat(44)}`, `lbs_${'x'.repeat(42)}.`])(
    'does not accept %j as a token',
    (token) => {
      expect(sessionIdOf(token)).toBeNull();
    },
  );

  it('ends after twelve hours, or after two hours without use', () => {
    const used = { ...session, lastSeenAt: now + 11.9 * hour };
    expect(sessionStanding(used, { ...user, secondFactorDueAt: null }, now + 12 * hour - 1)).toBe('open');
    expect(sessionStanding(used, user, now + 12 * hour)).toBe('ended');
    expect(sessionStanding(session, { ...user, secondFactorDueAt: null }, now + 2 * hour)).toBe('open');
    expect(sessionStanding(session, user, now + 2 * hour + 60_000)).toBe('ended');
  });

  it('ends when the person is disabled', () => {
    expect(sessionStanding(session, { ...user, disabled: true }, now)).toBe('ended');
  });

  it('is restricted once a second factor is due and has not been given', () => {
    expect(sessionStanding(session, user, now + hour - 1)).toBe('open');
    expect(sessionStanding(session, user, now + hour)).toBe('restricted');
    expect(sessionStanding({ ...session, secondFactorProven: true }, user, now + hour)).toBe('open');
    expect(sessionStanding(session, { ...user, secondFactorDueAt: null }, now + hour)).toBe('open');
  });
});
