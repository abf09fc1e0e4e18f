import { describe, expect, it } from '@jest/globals';

import { createAccessWorld, place, stepMs } from '../testing/access-world.js';
import { enrolSecondFactor } from './enrol-second-factor.js';
import { verifySecondFactor } from './verify-second-factor.js';

const minute = 60_000;
const wrong = { code: 'AUTHENTICATION_ERROR', message: 'The email, the password or the code is wrong' };

async function offered() {
  const world = createAccessWorld();
  const user = await world.addUser();
  const other = await world.signInAs(user);
  const { session } = await world.signInAs(user);
  const offer = await enrolSecondFactor(world.deps, session.sessionId, { method: 'totp' }, place);
  const secret = offer.totp?.secret ?? '';
  const verify = async (code: string) => verifySecondFactor(world.deps, session.sessionId, code, place);
  return { ...world, user, other, session, secret, verify };
}

describe('confirming an offered factor', () => {
  it('activates it, proves this session, and ends the others', async () => {
    const world = await offered();
    const verified = await world.verify(world.totpCode(world.secret));
    expect(verified).toMatchObject({ method: 'totp' });
    expect(verified.recoveryCodes).toHaveLength(10);
    expect([...world.open.values()]).toEqual([{ ...world.session, secondFactorProven: true }]);
    expect(world.audited.at(-1)).toMatchObject({
      action: 'user.second_factor_enrolled',
      changes: { method: { from: null, to: 'totp' } },
    });
    expect(JSON.stringify([world.audited, ...world.secrets.values()])).not.toContain(
      verified.recoveryCodes?.[0],
    );
  });

  it('accepts a code in groups', async () => {
    const world = await offered();
    const code = world.totpCode(world.secret);
    await expect(world.verify(`${code.slice(0, 3)} ${code.slice(3)}`)).resolves.toBeDefined();
  });

  it('refuses a wrong code, counts it, and keeps the offer', async () => {
    const world = await offered();
    await expect(world.verify('12345')).rejects.toMatchObject(wrong);
    expect(world.failuresOf('jo@example.com')).toBe(1);
    expect(world.open.size).toBe(2);
    await expect(world.verify(world.totpCode(world.secret))).resolves.toBeDefined();
  });

  it.each([
    ['is possible to the last millisecond of a quarter of an hour', 15 * minute - 1, null],
    [
      'needs a new offer after it',
      15 * minute,
      { status: 409, details: { reason: 'SECOND_FACTOR_MISSING' } },
    ],
  ])('%s', async (_, later, fault) => {
    const world = await offered();
    world.clock.pass(later);
    const verified = world.verify(world.totpCode(world.secret));
    await (fault === null
      ? expect(verified).resolves.toBeDefined()
      : expect(verified).rejects.toMatchObject(fault));
  });

  it('refuses the code of an offer that was replaced', async () => {
    const world = await offered();
    const { session, secret, totpCode } = world;
    await enrolSecondFactor(world.deps, session.sessionId, { method: 'totp' }, place);
    await expect(world.verify(totpCode(secret))).rejects.toMatchObject(wrong);
  });

  it('refuses a code if the offer is replaced at the same moment', async () => {
    const world = await offered();
    const { credentials } = world.deps;
    const racing = {
      ...credentials,
      confirmFactor: async (...given: Parameters<typeof credentials.confirmFactor>) => {
        await enrolSecondFactor(world.deps, world.session.sessionId, { method: 'totp' }, place);
        return credentials.confirmFactor(...given);
      },
    };
    const code = world.totpCode(world.secret);
    await expect(
      verifySecondFactor({ ...world.deps, credentials: racing }, world.session.sessionId, code, place),
    ).rejects.toMatchObject(wrong);
    expect(world.secrets.get(world.user.userId)?.factor).toBeNull();
  });

  it.each(['email', 'sms'] as const)('accepts the code sent by %s once', async (method) => {
    const world = createAccessWorld();
    const user = await world.addUser();
    const { session, code } = await world.enrolMessages(user, method);
    expect(world.secrets.get(user.userId)).toMatchObject({ factor: { method }, challenge: null });
    await expect(verifySecondFactor(world.deps, session.sessionId, code, place)).rejects.toMatchObject(wrong);
  });

  it('does not accept the code that was sent to prove the active factor', async () => {
    const world = createAccessWorld();
    const user = await world.addUser();
    const { session } = await world.enrolMessages(user, 'email');
    await expect(world.signInAs(user)).rejects.toMatchObject({ details: { mfa_required: true } });
    const proof = world.sent.at(-1)?.code ?? '';
    const request = { method: 'sms' as const, phone: '+15551234567', code: proof };
    await enrolSecondFactor(world.deps, session.sessionId, request, place);
    await expect(world.signInAs(user, world.sent.at(-1)?.code)).rejects.toMatchObject(wrong);
    await expect(
      verifySecondFactor(world.deps, session.sessionId, world.sent.at(-1)?.code ?? '', place),
    ).resolves.toMatchObject({ method: 'sms' });
  });
});

describe('proving the active factor', () => {
  it('opens a session of before it was required', async () => {
    const world = createAccessWorld();
    const user = await world.addUser();
    const { session, secret } = await world.enrolTotp(user);
    world.open.set(session.sessionId, { ...session, secondFactorProven: false });
    world.clock.pass(stepMs);
    const verified = await verifySecondFactor(world.deps, session.sessionId, world.totpCode(secret), place);
    expect(verified).toEqual({ method: 'totp', recoveryCodes: null });
    expect(world.open.get(session.sessionId)?.secondFactorProven).toBe(true);
  });

  it('fails with a wrong code', async () => {
    const world = createAccessWorld();
    const user = await world.addUser();
    const { session, code } = await world.enrolTotp(user);
    world.open.set(session.sessionId, { ...session, secondFactorProven: false });
    await expect(verifySecondFactor(world.deps, session.sessionId, code, place)).rejects.toMatchObject(wrong);
    expect(world.open.get(session.sessionId)?.secondFactorProven).toBe(false);
  });
});
