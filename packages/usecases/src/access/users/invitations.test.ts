import { describe, expect, it } from '@jest/globals';

import { createAccessWorld, passPhrase, place } from '../testing/access-world.js';
import { adminOrigin } from '../testing/origin.js';
import { acceptInvitation, readInvitation, invite, inviteFirstAdmin } from './invitations.js';
import { createUser } from './manage-users.js';

const hour = 3_600;
const expired = { code: 'RESOURCE_NOT_FOUND', details: { reason: 'LINK_EXPIRED' } };
const own = { name: 'Jo', password: passPhrase };

async function invited() {
  const world = createAccessWorld();
  const user = await createUser(
    world.deps,
    { email: 'jo@example.com', name: 'Jo', role: 'viewer' },
    adminOrigin,
  );
  const { token } = await invite(world.deps, user, hour, adminOrigin);
  return { ...world, user, token };
}

describe('an invitation', () => {
  it('lets its person choose name and password once, and signs them in', async () => {
    const { deps, token, user, audited, people, signInAs } = await invited();
    expect(await readInvitation(deps, token)).toEqual(user);
    const signedIn = await acceptInvitation(deps, { ...own, token, name: 'Joanna' }, place);
    expect(signedIn.user).toMatchObject({ userId: user.userId, name: 'Joanna', role: 'viewer' });
    expect(audited.map(({ action }) => action)).toEqual([
      ...['user.created', 'user.invited', 'user.joined', 'user.signed_in'],
    ]);
    expect(JSON.stringify([audited, [...people.values()]])).not.toContain(token);
    await expect(signInAs(user)).resolves.toBeDefined();
    await expect(acceptInvitation(deps, { ...own, token }, place)).rejects.toMatchObject(expired);
  });

  it('is for the first of two who use it at once', async () => {
    const { deps, token } = await invited();
    const results = await Promise.allSettled([
      acceptInvitation(deps, { ...own, token }, place),
      acceptInvitation(deps, { ...own, token }, place),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('sets no password where passwords are switched off for everybody else, and stays valid', async () => {
    const { deps, token } = await invited();
    const off = { ...deps, onlyPassword: 'admin@example.com' };
    await expect(acceptInvitation(off, { ...own, token }, place)).rejects.toMatchObject({
      code: 'AUTHORIZATION_ERROR',
      details: { reason: 'PASSWORD_SIGN_IN_OFF' },
    });
    const emergency = { ...deps, onlyPassword: 'jo@example.com' };
    await expect(acceptInvitation(emergency, { ...own, token }, place)).resolves.toBeDefined();
  });

  it('stays valid when the password is refused, and names the field', async () => {
    const { deps, token } = await invited();
    const easy = acceptInvitation(deps, { ...own, token, password: 'jo@example.com' }, place);
    await expect(easy).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'password' } });
    await expect(acceptInvitation(deps, { ...own, token }, place)).resolves.toBeDefined();
  });

  it.each([
    ['after an hour', (world: Awaited<ReturnType<typeof invited>>) => world.clock.pass(hour * 1_000)],
    [
      'when a newer one was issued',
      async ({ deps, user }: Awaited<ReturnType<typeof invited>>) => invite(deps, user, hour, adminOrigin),
    ],
    [
      'when its person was disabled',
      async ({ deps, user }: Awaited<ReturnType<typeof invited>>) =>
        deps.users.change(user.userId, { disabled: true, endSessions: true }, 0, {
          ...{ ...adminOrigin, action: 'user.changed', target: { type: 'user', id: user.userId } },
        }),
    ],
  ] as const)('ends %s', async (_when, end) => {
    const world = await invited();
    await end(world);
    await expect(readInvitation(world.deps, world.token)).rejects.toMatchObject(expired);
    await expect(acceptInvitation(world.deps, { ...own, token: world.token }, place)).rejects.toMatchObject(
      expired,
    );
  });

  it('gives nobody a password before it is used', async () => {
    const { user, signInAs } = await invited();
    await expect(signInAs(user)).rejects.toMatchObject({ code: 'AUTHENTICATION_ERROR' });
  });
});

describe('the link for the first admin', () => {
  it('makes the admin, who names themselves', async () => {
    const { deps, people } = createAccessWorld();
    const { token = '' } = (await inviteFirstAdmin(deps, hour)) ?? {};
    expect(await readInvitation(deps, token)).toBeNull();
    await expect(acceptInvitation(deps, { ...own, token }, place)).rejects.toMatchObject({
      details: { field: 'email' },
    });
    await acceptInvitation(deps, { ...own, token, email: 'jo@example.com' }, place);
    expect([...people.values()]).toMatchObject([{ email: 'jo@example.com', role: 'admin' }]);
  });

  it('is not issued, and no longer valid, once there is an admin', async () => {
    const { deps, addUser } = createAccessWorld();
    const { token = '' } = (await inviteFirstAdmin(deps, hour)) ?? {};
    await addUser();
    expect(await inviteFirstAdmin(deps, hour)).toBeNull();
    const request = { ...own, token, email: 'jo@example.com' };
    await expect(acceptInvitation(deps, request, place)).rejects.toMatchObject(expired);
  });
});
