import { describe, expect, it } from '@jest/globals';

import type { UserRecord } from '../../ports/people.js';
import { enrolSecondFactor } from '../second-factor/enrol-second-factor.js';
import { verifySecondFactor } from '../second-factor/verify-second-factor.js';
import { changePassword } from '../sign-in/change-password.js';
import { reauthenticate, signIn } from '../sign-in/sign-in.js';
import { createAccessWorld, passPhrase, place, stepMs } from '../testing/access-world.js';

const minute = 60_000;
const wrongCode = '000000';
const wrongPassword = 'not the pass phrase';

async function withTotp() {
  const world = createAccessWorld();
  const user = await world.addUser();
  const { session, secret } = await world.enrolTotp(user);
  world.clock.pass(stepMs);
  return { ...world, user, secret, sessionId: session.sessionId };
}

type World = Awaited<ReturnType<typeof withTotp>>;
type Deed = (world: World) => Promise<unknown>;

const login = async (world: World, password: string, code?: string): Promise<unknown> =>
  signIn(world.deps, { email: world.user.email, password, ...(code === undefined ? {} : { code }) }, place);

/** A code that the authenticator app shows, each time a new one. */
function nextCode({ clock, totpCode, secret }: World): string {
  clock.pass(stepMs);
  return totpCode(secret);
}

const rightParts: readonly (readonly [string, Deed])[] = [
  ['the password at the sign-in', async (world) => login(world, passPhrase)],
  [
    'the password of a change to the same',
    async ({ deps, sessionId }) =>
      changePassword(deps, sessionId, { currentPassword: passPhrase, newPassword: passPhrase }, place),
  ],
  [
    'the password to prove it again',
    async ({ deps, sessionId }) => reauthenticate(deps, sessionId, { password: passPhrase }, place),
  ],
  [
    'the code in the session',
    async (world) => verifySecondFactor(world.deps, world.sessionId, nextCode(world), place),
  ],
  [
    'the code for another factor',
    async (world) =>
      enrolSecondFactor(world.deps, world.sessionId, { method: 'totp', code: nextCode(world) }, place),
  ],
];

const wrongParts: readonly (readonly [string, Deed])[] = [
  ['codes at the sign-in', async (world) => login(world, passPhrase, wrongCode)],
  ['passwords at the sign-in', async (world) => login(world, wrongPassword)],
  [
    'codes to prove it again',
    async ({ deps, sessionId }) =>
      reauthenticate(deps, sessionId, { password: passPhrase, code: wrongCode }, place),
  ],
  [
    'passwords of a change',
    async ({ deps, sessionId }) =>
      changePassword(deps, sessionId, { currentPassword: wrongPassword, newPassword: passPhrase }, place),
  ],
  [
    'codes for another factor',
    async ({ deps, sessionId }) =>
      enrolSecondFactor(
        deps,
        sessionId,
        { method: 'totp', code: wrongCode, currentPassword: passPhrase },
        place,
      ),
  ],
];

const pairs = wrongParts.flatMap(([wrong, fail]) =>
  rightParts.map(([right, succeed]) => ({ wrong, fail, right, succeed })),
);

const codeOf = async (deed: Promise<unknown>): Promise<string> =>
  deed.then(
    () => 'done',
    (error: unknown) => String(error instanceof Error && 'code' in error ? error.code : error),
  );

describe('half of a proof', () => {
  it.each(pairs)('leaves five wrong attempts: $wrong, beside $right', async ({ fail, succeed }) => {
    const world = await withTotp();
    const failures: string[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      failures.push(await codeOf(fail(world)));
      await codeOf(succeed(world));
    }
    const locked = Array.from({ length: 7 }, () => 'RATE_LIMIT_EXCEEDED');
    expect(failures).toEqual([...Array.from({ length: 5 }, () => 'AUTHENTICATION_ERROR'), ...locked]);
    expect(world.audited.filter(({ action }) => action === 'user.locked')).toHaveLength(1);
  });

  it.each([
    ['at the sign-in', async (world: World) => login(world, passPhrase, nextCode(world))],
    [
      'again in the session',
      async (world: World) =>
        reauthenticate(world.deps, world.sessionId, { password: passPhrase, code: nextCode(world) }, place),
    ],
    [
      'for another factor',
      async (world: World) =>
        enrolSecondFactor(
          world.deps,
          world.sessionId,
          { method: 'totp', code: nextCode(world), currentPassword: passPhrase },
          place,
        ),
    ],
  ])('is not both parts: given %s, they forgive', async (_case, prove) => {
    const world = await withTotp();
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 0; attempt < 4; attempt += 1) {
        expect(await codeOf(login(world, passPhrase, wrongCode))).toBe('AUTHENTICATION_ERROR');
      }
      expect(await codeOf(prove(world))).toBe('done');
      expect(world.failuresOf(world.user.email)).toBe(0);
    }
  });
});

describe('a proof of minutes ago', () => {
  const stale = { code: 'AUTHORIZATION_ERROR' };
  const change = async ({ deps, sessionId }: World): Promise<void> =>
    changePassword(
      deps,
      sessionId,
      { currentPassword: passPhrase, newPassword: 'another pass phrase' },
      place,
    );

  it('is needed to change a password, if there is a second factor', async () => {
    const world = await withTotp();
    world.clock.pass(15 * minute);
    await expect(change(world)).rejects.toMatchObject({
      ...stale,
      details: { reason: 'REAUTHENTICATION_REQUIRED' },
    });
    await reauthenticate(world.deps, world.sessionId, { password: passPhrase, code: nextCode(world) }, place);
    await expect(change(world)).resolves.toBeUndefined();
    expect(world.audited.map(({ action }) => action)).toContain('user.reauthenticated');
  });

  it('is not needed if the password is all there is', async () => {
    const world = createAccessWorld();
    const user: UserRecord = await world.addUser();
    const { session } = await world.signInAs(user);
    world.clock.pass(16 * minute);
    await expect(
      change({ ...world, user, secret: '', sessionId: session.sessionId }),
    ).resolves.toBeUndefined();
  });

  it('or the password is needed for another second factor, beside the code of the first', async () => {
    const world = await withTotp();
    world.clock.pass(15 * minute);
    const enrol = async (password: object): Promise<unknown> =>
      enrolSecondFactor(
        world.deps,
        world.sessionId,
        { method: 'totp', code: nextCode(world), ...password },
        place,
      );
    await expect(enrol({})).rejects.toMatchObject({ ...stale, details: { password_required: true } });
    await expect(enrol({ currentPassword: passPhrase })).resolves.toMatchObject({ method: 'totp' });
  });

  it('without the code is none', async () => {
    const world = await withTotp();
    world.clock.pass(15 * minute);
    await expect(
      reauthenticate(world.deps, world.sessionId, { password: passPhrase }, place),
    ).rejects.toMatchObject({ details: { mfa_required: true, method: 'totp' } });
    await expect(change(world)).rejects.toMatchObject(stale);
  });
});
