import { describe, expect, it } from '@jest/globals';

import { createAccessWorld, passPhrase, place, stepMs } from '../testing/access-world.js';
import { createPasswordHasher } from '../passwords/password-hash.js';
import { sessionIdOf } from '../session/session.js';
import { normaliseEmail, signIn, signOut } from './sign-in.js';
import { actingAs } from '../access-dependencies.js';

const minute = 60_000;
const wrong = { code: 'AUTHENTICATION_ERROR', message: 'The email, the password or the code is wrong' };

describe('signing in with a password', () => {
  it('opens a session that only the holder of the token can use', async () => {
    const world = createAccessWorld();
    const user = await world.addUser();
    const { token, session } = await world.signInAs(user);
    expect(sessionIdOf(token)).toBe(session.sessionId);
    expect(world.open.get(session.sessionId)).toEqual(session);
    expect(session).toMatchObject({ userId: user.userId, secondFactorProven: false, address: place.address });
    expect(JSON.stringify([...world.open.values(), world.audited])).not.toContain(token);
    expect(world.audited.at(-1)).toMatchObject({
      action: 'user.signed_in',
      actor: { id: user.userId, name: 'Jo', kind: 'person' },
    });
  });

  it.each([' Jo@Example.COM ', 'JO@EXAMPLE.COM'])('accepts the email as %j', async (email) => {
    const world = createAccessWorld();
    await world.addUser();
    await expect(signIn(world.deps, { email, password: passPhrase }, place)).resolves.toBeDefined();
  });

  it('takes differently composed characters of an email for the same', () => {
    expect(normaliseEmail('Jose\u0301@example.com')).toBe('jos\u00e9@example.com');
  });

  it.each([
    ['a wrong password', 'jo@example.com', 'wrong horse battery'],
    ['an unknown person', 'nobody@example.com', passPhrase],
    ['a disabled person', 'kim@example.com', passPhrase],
  ])('gives the same error for %s', async (_, email, password) => {
    const world = createAccessWorld();
    await world.addUser();
    const kim = await world.addUser('Kim');
    world.people.set(kim.userId, { ...kim, disabled: true });
    await expect(signIn(world.deps, { email, password }, place)).rejects.toMatchObject(wrong);
    expect(world.open.size).toBe(0);
    expect(world.failuresOf(email)).toBe(1);
  });

  it('forgets the failures before it', async () => {
    const world = createAccessWorld();
    const user = await world.addUser();
    await signIn(world.deps, { email: user.email, password: 'wrong' }, place).catch(() => undefined);
    await world.signInAs(user);
    expect(world.failuresOf(user.email)).toBe(0);
  });

  it('replaces a hash of weaker parameters, which verifies the same password', async () => {
    const world = createAccessWorld();
    const user = await world.addUser();
    const before = world.secrets.get(user.userId)?.passwordHash;
    const passwords = createPasswordHasher({ logCost: 5, blockSize: 1, parallelism: 1 });
    await signIn({ ...world.deps, passwords }, { email: user.email, password: passPhrase }, place);
    const after = world.secrets.get(user.userId)?.passwordHash ?? '';
    expect(after).not.toBe(before);
    expect(await passwords.verify(passPhrase, after)).toBe('right');
  });
});

describe('the lock after five failures', () => {
  async function locked(email: string) {
    const world = createAccessWorld();
    const user = await world.addUser();
    for (let failure = 0; failure < 5; failure += 1) {
      await expect(signIn(world.deps, { email, password: 'wrong' }, place)).rejects.toMatchObject(wrong);
    }
    return { ...world, user };
  }

  it('refuses even the right password for a quarter of an hour', async () => {
    const world = await locked('jo@example.com');
    world.clock.pass(15 * minute - 1);
    await expect(world.signInAs(world.user)).rejects.toMatchObject({
      ...{ code: 'RATE_LIMIT_EXCEEDED', retryAfterSeconds: 1 },
      details: { limit: 'failed_sign_ins' },
    });
    world.clock.pass(1);
    await expect(world.signInAs(world.user)).resolves.toBeDefined();
  });

  it('is recorded once for a person', async () => {
    const world = await locked('jo@example.com');
    await expect(world.signInAs(world.user)).rejects.toMatchObject({ retryAfterSeconds: 900 });
    expect(world.audited.filter(({ action }) => action === 'user.locked')).toEqual([
      {
        ...{ ...place, action: 'user.locked', target: { type: 'user', id: world.user.userId } },
        actor: { id: 'sign-in', name: 'Sign-in', kind: 'service' },
      },
    ]);
  });

  it('also affects an email without a user, but is not recorded', async () => {
    const world = await locked('nobody@example.com');
    const again = signIn(world.deps, { email: 'nobody@example.com', password: 'wrong' }, place);
    await expect(again).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    expect(world.audited.map(({ action }) => action)).not.toContain('user.locked');
  });

  it('does not come from attempts without the required code', async () => {
    const world = createAccessWorld();
    const user = await world.addUser();
    const { secret } = await world.enrolTotp(user);
    world.clock.pass(stepMs);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await expect(world.signInAs(user)).rejects.toMatchObject({
        code: 'AUTHENTICATION_ERROR',
        details: { mfa_required: true, method: 'totp' },
      });
    }
    await expect(world.signInAs(user, world.totpCode(secret))).resolves.toBeDefined();
  });
});

describe('signing in with a second factor', () => {
  it('proves the factor for the session', async () => {
    const world = createAccessWorld();
    const user = await world.addUser();
    const { secret } = await world.enrolTotp(user);
    world.clock.pass(stepMs);
    const { session } = await world.signInAs(user, world.totpCode(secret));
    expect(session.secondFactorProven).toBe(true);
  });

  it('refuses a code that was used already, also the one that confirmed the factor', async () => {
    const world = createAccessWorld();
    const user = await world.addUser();
    const { secret, code } = await world.enrolTotp(user);
    await expect(world.signInAs(user, code)).rejects.toMatchObject(wrong);
    world.clock.pass(stepMs);
    const next = world.totpCode(secret);
    await world.signInAs(user, next);
    await expect(world.signInAs(user, next)).rejects.toMatchObject(wrong);
  });

  it('lets only one of two concurrent uses of a code succeed', async () => {
    const world = createAccessWorld();
    const user = await world.addUser();
    const { secret } = await world.enrolTotp(user);
    world.clock.pass(stepMs);
    const code = world.totpCode(secret);
    const results = await Promise.allSettled([world.signInAs(user, code), world.signInAs(user, code)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('does not look at the code if the password is wrong', async () => {
    const world = createAccessWorld();
    const user = await world.addUser();
    const { recoveryCodes } = await world.enrolTotp(user);
    const [code = ''] = recoveryCodes;
    const request = { email: user.email, password: 'wrong', code };
    await expect(signIn(world.deps, request, place)).rejects.toMatchObject(wrong);
    await expect(world.signInAs(user, code)).resolves.toBeDefined();
  });

  it('accepts each recovery code once, and records its use', async () => {
    const world = createAccessWorld();
    const user = await world.addUser();
    const { recoveryCodes } = await world.enrolTotp(user);
    const [code = ''] = recoveryCodes;
    await expect(world.signInAs(user, code.toLowerCase())).resolves.toBeDefined();
    await expect(world.signInAs(user, code)).rejects.toMatchObject(wrong);
    expect(world.audited.filter(({ action }) => action === 'user.recovery_code_used')).toHaveLength(1);
  });

  it.each(['000000', '', 'ABCD-EFGH-IJKL-MNOP'])('refuses the code %j, and counts it', async (code) => {
    const world = createAccessWorld();
    const user = await world.addUser();
    await world.enrolMessages(user, 'email');
    await expect(world.signInAs(user, code)).rejects.toMatchObject(wrong);
    expect(world.failuresOf(user.email)).toBe(1);
  });

  it.each([
    ['email', 'jo@example.com', 'j***@example.com'],
    ['sms', '+15551234567', '***4567'],
  ] as const)('sends a code by %s when it is missing, and accepts it once', async (method, to, shown) => {
    const world = createAccessWorld();
    const user = await world.addUser();
    await world.enrolMessages(user, method);
    await expect(world.signInAs(user)).rejects.toMatchObject({
      details: { mfa_required: true, method, sent_to: shown },
    });
    const { code = '', to: sentTo } = world.sent.at(-1) ?? {};
    expect([world.sent.length, sentTo]).toEqual([2, to]);
    await expect(world.signInAs(user, code)).resolves.toMatchObject({
      session: { secondFactorProven: true },
    });
    await expect(world.signInAs(user, code)).rejects.toMatchObject(wrong);
  });

  it.each([
    ['within half a minute, when the first code stays valid', 30_000 - 1, 1],
    ['later, when another code replaces the first', 30_000, 2],
  ])('responds to a repeated request %s', async (_, later, messages) => {
    const world = createAccessWorld();
    const user = await world.addUser();
    await world.enrolMessages(user, 'email');
    const before = world.sent.length;
    await expect(world.signInAs(user)).rejects.toBeDefined();
    world.clock.pass(later);
    await expect(world.signInAs(user)).rejects.toBeDefined();
    expect(world.sent.length - before).toBe(messages);
    await expect(world.signInAs(user, world.sent.at(-1)?.code)).resolves.toBeDefined();
  });

  it.each([
    ['accepts a sent code to its last millisecond', 10 * minute - 1, 'fulfilled'],
    ['refuses it after ten minutes', 10 * minute, 'rejected'],
  ])('%s', async (_, later, outcome) => {
    const world = createAccessWorld();
    const user = await world.addUser();
    await world.enrolMessages(user, 'email');
    await expect(world.signInAs(user)).rejects.toBeDefined();
    world.clock.pass(later);
    const [result] = await Promise.allSettled([world.signInAs(user, world.sent.at(-1)?.code)]);
    expect(result.status).toBe(outcome);
  });

  it('reports a channel that is not configured any more', async () => {
    const world = createAccessWorld();
    const user = await world.addUser();
    await world.enrolMessages(user, 'sms');
    const messengers = { ...world.deps.messengers, sms: null };
    const request = { email: user.email, password: passPhrase };
    await expect(signIn({ ...world.deps, messengers }, request, place)).rejects.toMatchObject({
      code: 'EXTERNAL_API_ERROR',
    });
    expect(world.failuresOf(user.email)).toBe(0);
  });
});

describe('signing out', () => {
  it('ends this session only, and is recorded once', async () => {
    const world = createAccessWorld();
    const user = await world.addUser();
    const [{ session }, other] = [await world.signInAs(user), await world.signInAs(user)];
    const origin = actingAs(user, place);
    await signOut(world.deps, session.sessionId, origin);
    await signOut(world.deps, session.sessionId, origin);
    expect([...world.open.keys()]).toEqual([other.session.sessionId]);
    expect(world.audited.filter(({ action }) => action === 'user.signed_out')).toEqual([
      { ...origin, action: 'user.signed_out', target: { type: 'user', id: user.userId } },
    ]);
  });
});
