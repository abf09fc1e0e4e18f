import { describe, expect, it } from '@jest/globals';
import { AppError } from '@leadbridge/platform';

import { createAccessWorld, passPhrase, place } from '../testing/access-world.js';
import { signIn } from '../sign-in/sign-in.js';
import { useCode } from './code-challenge.js';

async function challenged() {
  const world = createAccessWorld();
  const user = await world.addUser();
  await world.enrolMessages(user, 'email');
  await world.signInAs(user).catch(() => undefined);
  const { code = '' } = world.sent.at(-1) ?? {};
  const challenge = world.secrets.get(user.userId)?.challenge ?? null;
  return { ...world, user, code, challenge };
}

describe('a sent code', () => {
  it('has six digits, and is stored sealed', async () => {
    const { code, challenge } = await challenged();
    expect(code).toMatch(/^\d{6}$/);
    expect(JSON.stringify(challenge)).not.toContain(code);
  });

  it('is accepted once of two concurrent uses', async () => {
    const { deps, user, challenge, code } = await challenged();
    const use = async () => useCode(deps, user.userId, 'proof', challenge, code);
    expect((await Promise.all([use(), use()])).sort()).toEqual([false, true]);
  });

  it.each([
    ['for another purpose', 'enrolment', (code: string) => code],
    ['with a digit more', 'proof', (code: string) => `${code}0`],
    ['with a digit less', 'proof', (code: string) => code.slice(1)],
    ['with another digit', 'proof', (code: string) => `${code.slice(0, 5)}${(Number(code[5]) + 1) % 10}`],
  ] as const)('is refused %s, and stays usable', async (_, purpose, given) => {
    const { deps, user, challenge, code } = await challenged();
    expect(await useCode(deps, user.userId, purpose, challenge, given(code))).toBe(false);
    expect(await useCode(deps, user.userId, 'proof', challenge, code)).toBe(true);
  });

  it('is refused if none was sent', async () => {
    const { deps, user, code } = await challenged();
    expect(await useCode(deps, user.userId, 'proof', null, code)).toBe(false);
  });

  it('is sent again immediately if it could not be handed over', async () => {
    const { deps, user, sent, clock } = await challenged();
    clock.pass(60_000);
    const down = { send: async () => Promise.reject(new AppError('EXTERNAL_API_ERROR', 'No mail server')) };
    const request = { email: user.email, password: passPhrase };
    const failing = { ...deps, messengers: { ...deps.messengers, email: down } };
    await expect(signIn(failing, request, place)).rejects.toMatchObject({ code: 'EXTERNAL_API_ERROR' });
    const before = sent.length;
    await expect(signIn(deps, request, place)).rejects.toMatchObject({ details: { mfa_required: true } });
    expect(sent.length - before).toBe(1);
    await expect(signIn(deps, { ...request, code: sent.at(-1)?.code ?? '' }, place)).resolves.toBeDefined();
  });
});
