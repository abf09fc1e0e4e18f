import { describe, expect, it } from '@jest/globals';

import { createAccessWorld, passPhrase, place } from '../testing/access-world.js';
import { changePassword } from './change-password.js';
import { signIn } from './sign-in.js';

const next = 'another battery horse';

async function signedIn() {
  const world = createAccessWorld();
  const user = await world.addUser();
  const { session } = await world.signInAs(user);
  const change = async (currentPassword: string, newPassword: string) =>
    changePassword(world.deps, session.sessionId, { currentPassword, newPassword }, place);
  return { ...world, user, session, change };
}

describe('changing one’s own password', () => {
  it('makes the new password the only one', async () => {
    const world = await signedIn();
    await world.change(passPhrase, next);
    await expect(world.signInAs(world.user)).rejects.toMatchObject({ code: 'AUTHENTICATION_ERROR' });
    const request = { email: world.user.email, password: next };
    await expect(signIn(world.deps, request, place)).resolves.toBeDefined();
  });

  it('ends the other sessions, and not those of others', async () => {
    const world = await signedIn();
    await world.signInAs(world.user);
    const kim = await world.signInAs(await world.addUser('Kim'));
    await world.change(passPhrase, next);
    expect([...world.open.keys()]).toEqual([world.session.sessionId, kim.session.sessionId]);
  });

  it('leaves no session of a sign-in with the old password that is under way', async () => {
    const world = await signedIn();
    const passwords = {
      ...world.deps.passwords,
      async verify(password: string, hash: string | null) {
        const verdict = await world.deps.passwords.verify(password, hash);
        await world.change(passPhrase, next);
        return verdict;
      },
    };
    const request = { email: world.user.email, password: passPhrase };
    await expect(signIn({ ...world.deps, passwords }, request, place)).rejects.toMatchObject({
      code: 'AUTHENTICATION_ERROR',
      message: 'The account has changed meanwhile: sign in again',
    });
    expect([...world.open.keys()]).toEqual([world.session.sessionId]);
  });

  it('is recorded without the password', async () => {
    const world = await signedIn();
    await world.change(passPhrase, next);
    expect(world.audited.at(-1)).toMatchObject({
      action: 'user.password_changed',
      changes: { password: { from: '[secret]', to: '[secret]' } },
    });
  });

  it('counts a wrong current password', async () => {
    const world = await signedIn();
    await expect(world.change('wrong', next)).rejects.toMatchObject({ code: 'AUTHENTICATION_ERROR' });
    expect(world.failuresOf(world.user.email)).toBe(1);
    await expect(world.signInAs(world.user)).resolves.toBeDefined();
  });

  it('refuses an easy new password before it looks at the current one', async () => {
    const world = await signedIn();
    await expect(world.change('wrong', 'password123')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'new_password is one of the most common passwords',
    });
    expect(world.failuresOf(world.user.email)).toBe(0);
  });

  it('is refused in a session that has ended', async () => {
    const world = await signedIn();
    world.open.clear();
    await expect(world.change(passPhrase, next)).rejects.toMatchObject({ message: 'The session has ended' });
  });
});
