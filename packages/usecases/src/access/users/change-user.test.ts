import { describe, expect, it } from '@jest/globals';

import type { UserRecord } from '../../ports/people.js';
import { createAccessWorld, passPhrase, place } from '../testing/access-world.js';
import { adminOrigin } from '../testing/origin.js';
import { signIn } from '../sign-in/sign-in.js';
import { changeUser, type UserChangeRequest } from './change-user.js';

const weekMs = 7 * 24 * 3_600_000;
const lastAdmin = { status: 409, details: { reason: 'LAST_ADMIN' } };

async function twoPeople(role: UserRecord['role'] = 'viewer') {
  const world = createAccessWorld();
  const admin = await world.addUser('Robin');
  const user = await world.addUser('Jo', role);
  const change = async (request: UserChangeRequest, userId = user.userId) =>
    changeUser(world.deps, userId, request, adminOrigin);
  return { ...world, admin, user, change };
}

describe('changing a person', () => {
  it('records what differs, with the values before', async () => {
    const world = await twoPeople();
    const changed = await world.change({ name: 'Joanna', role: 'viewer', disabled: false });
    expect(changed).toMatchObject({ name: 'Joanna', role: 'viewer' });
    expect(world.audited.at(-1)).toEqual({
      ...{ ...adminOrigin, action: 'user.changed', target: { type: 'user', id: world.user.userId } },
      changes: { name: { from: 'Jo', to: 'Joanna' } },
    });
  });

  it('refuses an unknown person', async () => {
    const world = await twoPeople();
    await expect(world.change({ name: 'Kim' }, 'usr_other')).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      details: { user_id: 'usr_other' },
    });
  });

  it.each([
    ['stay open with another name', { name: 'Joanna' }, 1],
    ['stay open with another role', { role: 'operator' as const }, 1],
    ['stay open when the person is enabled', { disabled: false }, 1],
    ['end when the person is disabled', { disabled: true }, 0],
    ['end with a new password', { password: 'another battery horse' }, 0],
  ])('lets sessions that %s', async (_, request, sessions) => {
    const world = await twoPeople();
    await world.signInAs(world.user);
    await world.change(request);
    expect(world.open.size).toBe(sessions);
  });
});

describe('a new password from an admin', () => {
  it('is the only one, and is not recorded', async () => {
    const world = await twoPeople();
    const password = 'another battery horse';
    await world.change({ password });
    const entry = world.audited.at(-1);
    expect(entry?.changes).toEqual({ password: { from: '[secret]', to: '[secret]' } });
    await expect(world.signInAs(world.user)).rejects.toMatchObject({ code: 'AUTHENTICATION_ERROR' });
    await expect(signIn(world.deps, { email: world.user.email, password }, place)).resolves.toBeDefined();
  });

  it('lifts the lock after failed attempts', async () => {
    const world = await twoPeople();
    for (let failure = 0; failure < 5; failure += 1) {
      const request = { email: world.user.email, password: 'wrong' };
      await signIn(world.deps, request, place).catch(() => undefined);
    }
    await expect(world.signInAs(world.user)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    await world.change({ password: passPhrase });
    await expect(world.signInAs(world.user)).resolves.toBeDefined();
  });

  it('must not be the name that is given together with it', async () => {
    const world = await twoPeople();
    const request = { name: 'Joanna Miller', password: 'joanna miller' };
    await expect(world.change(request)).rejects.toMatchObject({
      message: 'password must not be the email or the name',
    });
    expect(world.people.get(world.user.userId)).toEqual(world.user);
  });
});

describe('the time until a second factor is required', () => {
  it.each([
    ['begins with the first role that needs one', 'viewer', 'operator', (now: number) => now + weekMs],
    ['continues from one such role to another', 'operator', 'admin', (_: number, due: number | null) => due],
    ['ends with a role that needs none', 'operator', 'viewer', () => null],
  ] as const)('%s', async (_, before, role, expected) => {
    const world = await twoPeople(before);
    world.clock.pass(60_000);
    const changed = await world.change({ role });
    expect(changed.secondFactorDueAt).toBe(expected(world.clock.now(), world.user.secondFactorDueAt));
  });

  it('does not change with the name', async () => {
    const world = await twoPeople('operator');
    world.clock.pass(60_000);
    expect((await world.change({ name: 'Joanna' })).secondFactorDueAt).toBe(world.user.secondFactorDueAt);
  });
});

describe('the last admin', () => {
  it.each([{ disabled: true }, { role: 'viewer' as const }])('cannot be changed to %j', async (request) => {
    const world = await twoPeople();
    await expect(world.change(request, world.admin.userId)).rejects.toMatchObject(lastAdmin);
    expect(world.people.get(world.admin.userId)).toEqual(world.admin);
  });

  it('keeps its failed attempts if a password comes with the refused change', async () => {
    const world = await twoPeople();
    await signIn(world.deps, { email: world.admin.email, password: 'wrong' }, place).catch(() => undefined);
    const request = { role: 'viewer' as const, password: 'another battery horse' };
    await expect(world.change(request, world.admin.userId)).rejects.toMatchObject(lastAdmin);
    expect(world.failuresOf(world.admin.email)).toBe(1);
  });

  it('is left when two admins disable each other at once', async () => {
    const world = await twoPeople('admin');
    const results = await Promise.allSettled([
      world.change({ disabled: true }, world.admin.userId),
      world.change({ disabled: true }, world.user.userId),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect([...world.people.values()].filter(({ disabled }) => !disabled)).toHaveLength(1);
  });
});
