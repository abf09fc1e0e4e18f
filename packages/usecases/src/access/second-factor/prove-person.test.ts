import { describe, expect, it } from '@jest/globals';

import { createAccessWorld, stepMs } from '../testing/access-world.js';
import { plainCode } from './prove-person.js';

const wrong = { code: 'AUTHENTICATION_ERROR', message: 'The email, the password or the code is wrong' };
const minute = 60_000;

async function withTotp() {
  const world = createAccessWorld();
  const user = await world.addUser();
  const factor = await world.enrolTotp(user);
  world.clock.pass(stepMs);
  return { ...world, user, ...factor };
}

async function withMessages(method: 'email' | 'sms') {
  const world = createAccessWorld();
  const user = await world.addUser();
  const factor = await world.enrolMessages(user, method);
  world.clock.pass(minute);
  return { ...world, user, ...factor };
}

describe('a code as people type it', () => {
  it.each([
    ['123 456', '123456'],
    [' 123-456 ', '123456'],
    ['123\u00a0456', '123456'],
    ['123\u2013456', '123456'],
    ['123\u200b456', '123456'],
    ['123456\n', '123456'],
    ['１２３４５６', '123456'],
    ['abcd-efgh', 'ABCDEFGH'],
    ['', ''],
  ])('%j is %j', (typed, plain) => {
    expect(plainCode(typed)).toBe(plain);
  });
});

describe('an authenticator app as the second factor', () => {
  it('is asked for without counting a failure', async () => {
    const world = await withTotp();
    const sentBefore = world.sent.length;
    await expect(world.signInAs(world.user)).rejects.toMatchObject({
      code: 'AUTHENTICATION_ERROR',
      message: 'The code of the second factor is required',
      details: { mfa_required: true, method: 'totp' },
    });
    expect(world.failuresOf(world.user.email)).toBe(0);
    expect(world.sent).toHaveLength(sentBefore);
  });

  it('proves the session with its current code, also in groups', async () => {
    const world = await withTotp();
    const code = world.totpCode(world.secret);
    const { session } = await world.signInAs(world.user, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(session.secondFactorProven).toBe(true);
  });

  it('accepts a code once, even of two concurrent uses', async () => {
    const world = await withTotp();
    const code = world.totpCode(world.secret);
    const uses = await Promise.allSettled([
      world.signInAs(world.user, code),
      world.signInAs(world.user, code),
    ]);
    expect(uses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(world.signInAs(world.user, code)).rejects.toMatchObject(wrong);
  });

  it.each(['000000', '12345', '', 'constructor', '١٢٣٤٥٦x'])(
    'refuses the code %j, and counts it',
    async (code) => {
      const world = await withTotp();
      await expect(world.signInAs(world.user, code)).rejects.toMatchObject(wrong);
      expect(world.failuresOf(world.user.email)).toBe(1);
    },
  );

  it('refuses a code of long ago', async () => {
    const world = await withTotp();
    const code = world.totpCode(world.secret);
    world.clock.pass(10 * stepMs);
    await expect(world.signInAs(world.user, code)).rejects.toMatchObject(wrong);
  });
});

describe('a recovery code', () => {
  it('replaces the factor once, is audited, and leaves the others', async () => {
    const world = await withTotp();
    const [first = '', second = ''] = world.recoveryCodes;
    const { session } = await world.signInAs(world.user, first.toLowerCase());
    expect(session.secondFactorProven).toBe(true);
    expect(world.audited.map(({ action }) => action)).toContain('user.recovery_code_used');
    await expect(world.signInAs(world.user, first)).rejects.toMatchObject(wrong);
    await expect(world.signInAs(world.user, second)).resolves.toBeDefined();
  });

  it('of another person is wrong', async () => {
    const world = await withTotp();
    const other = await world.addUser('Kim');
    const { recoveryCodes } = await world.enrolTotp(other);
    await expect(world.signInAs(world.user, recoveryCodes[0])).rejects.toMatchObject(wrong);
  });
});

describe.each(['email', 'sms'] as const)('codes by %s as the second factor', (method) => {
  it('are sent when asked for, to a recipient that the response masks', async () => {
    const world = await withMessages(method);
    const sentBefore = world.sent.length;
    const asked = world.signInAs(world.user);
    await expect(asked).rejects.toMatchObject({ details: { mfa_required: true, method } });
    const error: unknown = await asked.catch((reason: unknown) => reason);
    expect(world.sent).toHaveLength(sentBefore + 1);
    const { to = '', code = '' } = world.sent.at(-1) ?? {};
    expect(JSON.stringify(error)).not.toContain(to);
    expect(JSON.stringify(error)).not.toContain(code);
  });

  it('prove the session once', async () => {
    const world = await withMessages(method);
    await world.signInAs(world.user).catch(() => null);
    const code = world.sent.at(-1)?.code ?? '';
    const { session } = await world.signInAs(world.user, code);
    expect(session.secondFactorProven).toBe(true);
    await expect(world.signInAs(world.user, code)).rejects.toMatchObject(wrong);
  });

  it('expire after ten minutes', async () => {
    const world = await withMessages(method);
    await world.signInAs(world.user).catch(() => null);
    const code = world.sent.at(-1)?.code ?? '';
    world.clock.pass(10 * minute);
    await expect(world.signInAs(world.user, code)).rejects.toMatchObject(wrong);
  });

  it('are not proven by the code of the enrolment', async () => {
    const world = await withMessages(method);
    await expect(world.signInAs(world.user, world.code)).rejects.toMatchObject(wrong);
  });
});
