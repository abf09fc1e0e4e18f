import { describe, expect, it } from '@jest/globals';

import { createAccessWorld, passPhrase, place, stepMs } from '../testing/access-world.js';
import { availableMethods, enrolSecondFactor } from './enrol-second-factor.js';

const minute = 60_000;

async function signedIn() {
  const world = createAccessWorld();
  const user = await world.addUser();
  const { session } = await world.signInAs(user);
  const enrol = async (request: Parameters<typeof enrolSecondFactor>[2]) =>
    enrolSecondFactor(world.deps, session.sessionId, request, place);
  return { ...world, user, session, enrol };
}

describe('the methods of second factors', () => {
  const messenger = { send: async () => Promise.resolve() };

  it.each([
    [{ email: null, sms: null }, ['totp']],
    [{ email: messenger, sms: null }, ['totp', 'email']],
    [{ email: null, sms: messenger }, ['totp', 'sms']],
    [{ email: messenger, sms: messenger }, ['totp', 'email', 'sms']],
  ])('include those with a messenger: case %#', (messengers, methods) => {
    expect(availableMethods({ messengers })).toEqual(methods);
  });
});

describe('offering a second factor', () => {
  it('returns the secret of an app once, and stores it sealed', async () => {
    const world = await signedIn();
    const offer = await world.enrol({ method: 'totp' });
    const { secret = '', address = '' } = offer.totp ?? {};
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(address).searchParams.get('secret')).toBe(secret);
    expect(offer).toMatchObject({ sentTo: null, expiresAt: world.clock.now() + 15 * minute });
    expect(world.secrets.get(world.user.userId)).toMatchObject({
      factor: null,
      pendingFactor: { method: 'totp' },
    });
    expect(JSON.stringify([...world.secrets.values(), world.audited])).not.toContain(secret);
  });

  it('sends a code to a new phone, and stores its number sealed', async () => {
    const world = await signedIn();
    const offer = await world.enrol({ method: 'sms', phone: '+15551234567' });
    expect(offer).toMatchObject({ totp: null, sentTo: '***4567' });
    expect(world.sent.map(({ to }) => to)).toEqual(['+15551234567']);
    expect(JSON.stringify([...world.secrets.values()])).not.toContain('5551234567');
  });

  it('sends codes by email to the address of the person, whatever phone is given', async () => {
    const world = await signedIn();
    await world.enrol({ method: 'email', phone: '+15551234567' });
    expect(world.sent.map(({ to }) => to)).toEqual(['jo@example.com']);
    expect(world.secrets.get(world.user.userId)?.pendingFactor?.sealedPhone).toBeNull();
  });

  it('refuses sms without a phone', async () => {
    const world = await signedIn();
    await expect(world.enrol({ method: 'sms' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'phone is required',
    });
  });

  it('refuses a method that is not configured', async () => {
    const world = await signedIn();
    const deps = { ...world.deps, messengers: { email: null, sms: null } };
    await expect(
      enrolSecondFactor(deps, world.session.sessionId, { method: 'email' }, place),
    ).rejects.toMatchObject({ message: 'method is not set up here; available: totp' });
  });

  it('refuses a session that has ended', async () => {
    const world = await signedIn();
    world.open.clear();
    await expect(world.enrol({ method: 'totp' })).rejects.toMatchObject({ message: 'The session has ended' });
  });
});

describe('without a second factor, a stolen session', () => {
  it.each([
    ['is assumed not to exist shortly after the sign-in', 15 * minute - 1, 'fulfilled'],
    ['must give the password a quarter of an hour later', 15 * minute, 'rejected'],
  ])('%s', async (_, later, outcome) => {
    const world = await signedIn();
    world.clock.pass(later);
    const [result] = await Promise.allSettled([world.enrol({ method: 'totp' })]);
    expect(result.status).toBe(outcome);
    if (result.status === 'rejected') {
      expect(result.reason).toMatchObject({
        code: 'AUTHORIZATION_ERROR',
        details: { password_required: true },
      });
    }
  });

  it('can continue with the right password', async () => {
    const world = await signedIn();
    world.clock.pass(60 * minute);
    await expect(world.enrol({ method: 'totp', currentPassword: passPhrase })).resolves.toBeDefined();
  });

  it.each([
    ['a recent', 0],
    ['an older', 60 * minute],
  ])('cannot continue with a wrong password, even in %s session', async (_, later) => {
    const world = await signedIn();
    world.clock.pass(later);
    await expect(world.enrol({ method: 'totp', currentPassword: 'wrong' })).rejects.toMatchObject({
      code: 'AUTHENTICATION_ERROR',
    });
    expect(world.failuresOf('jo@example.com')).toBe(1);
    expect(world.secrets.get(world.user.userId)?.pendingFactor).toBeNull();
  });
});

describe('replacing a second factor', () => {
  async function enrolled() {
    const world = createAccessWorld();
    const user = await world.addUser();
    const { session, secret } = await world.enrolTotp(user);
    world.clock.pass(stepMs);
    const enrol = async (code?: string) => {
      const request = { method: 'email' as const, currentPassword: passPhrase };
      return enrolSecondFactor(
        world.deps,
        session.sessionId,
        code === undefined ? request : { ...request, code },
        place,
      );
    };
    return { ...world, user, secret, enrol };
  }

  it('needs a code of the active one, which stays active until the new one is confirmed', async () => {
    const world = await enrolled();
    await expect(world.enrol(world.totpCode(world.secret))).resolves.toMatchObject({ method: 'email' });
    expect(world.secrets.get(world.user.userId)).toMatchObject({
      factor: { method: 'totp' },
      pendingFactor: { method: 'email' },
    });
  });

  it('is refused without a code, even with the password in a recent session', async () => {
    const world = await enrolled();
    await expect(world.enrol()).rejects.toMatchObject({ details: { mfa_required: true } });
    expect(world.secrets.get(world.user.userId)?.pendingFactor).toBeNull();
  });

  it('is refused with a wrong code, which is counted', async () => {
    const world = await enrolled();
    await expect(world.enrol('abc')).rejects.toMatchObject({ code: 'AUTHENTICATION_ERROR' });
    expect(world.failuresOf('jo@example.com')).toBe(1);
    expect(world.sent).toEqual([]);
  });
});
