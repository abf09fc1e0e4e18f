import { describe, expect, it } from '@jest/globals';

import { createAccessWorld, passPhrase, place, stepMs } from '../testing/access-world.js';
import { adminOrigin } from '../testing/origin.js';
import {
  createUser,
  changeUser,
  resetSecondFactor,
  removeUser,
  type UserChangeRequest,
} from './manage-users.js';
import type { UserRecord } from '../../ports/people.js';
import { signIn } from '../sign-in/sign-in.js';

const request = { email: ' Jo@Example.com ', name: 'Jo', role: 'operator' as const, password: passPhrase };

describe('creating a person', () => {
  it('stores the email in one spelling, and the password as a hash', async () => {
    const world = createAccessWorld();
    const user = await createUser(world.deps, request, adminOrigin);
    expect(user).toMatchObject({ email: 'jo@example.com', disabled: false, secondFactor: null });
    expect(world.people.get(user.userId)).toEqual(user);
    expect(JSON.stringify([...world.secrets.values(), world.audited])).not.toContain(passPhrase);
    await expect(world.signInAs(user)).resolves.toBeDefined();
  });

  it.each([
    ['viewer', null],
    ['operator', 7 * 24 * 3_600_000],
    ['admin', 7 * 24 * 3_600_000],
  ] as const)('gives the role %s %p milliseconds to set up a second factor', async (role, grace) => {
    const world = createAccessWorld();
    const { secondFactorDueAt } = await createUser(world.deps, { ...request, role }, adminOrigin);
    expect(secondFactorDueAt).toBe(grace === null ? null : world.clock.now() + grace);
  });

  it('refuses an email that is in use in another spelling', async () => {
    const world = createAccessWorld();
    await createUser(world.deps, request, adminOrigin);
    const again = createUser(world.deps, { ...request, email: 'JO@example.com' }, adminOrigin);
    await expect(again).rejects.toMatchObject({
      status: 409,
      details: { field: 'email', value: 'jo@example.com', reason: 'USER_EXISTS' },
    });
    expect(world.people.size).toBe(1);
  });

  it('creates one of two people with the same email at once', async () => {
    const world = createAccessWorld();
    const create = async () => createUser(world.deps, request, adminOrigin);
    const results = await Promise.allSettled([create(), create()]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(world.audited).toHaveLength(1);
  });

  it('refuses the email as password in any spelling', async () => {
    const world = createAccessWorld();
    const own = { ...request, password: 'JO@example.com' };
    await expect(createUser(world.deps, own, adminOrigin)).rejects.toMatchObject({
      message: 'password must not be the email or the name',
    });
    expect(world.people.size).toBe(0);
  });
});

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

describe('resetting a second factor', () => {
  it('makes the password enough for another week, and ends the sessions', async () => {
    const world = createAccessWorld();
    const user = await world.addUser();
    await world.enrolTotp(user);
    world.clock.pass(stepMs);
    await resetSecondFactor(world.deps, user.userId, adminOrigin);
    expect(world.open.size).toBe(0);
    expect(world.people.get(user.userId)).toMatchObject({
      secondFactor: null,
      secondFactorDueAt: world.clock.now() + 7 * 24 * 3_600_000,
    });
    await expect(world.signInAs(user)).resolves.toMatchObject({ session: { secondFactorProven: false } });
  });

  it('records which method there was', async () => {
    const world = createAccessWorld();
    const user = await world.addUser();
    await world.enrolTotp(user);
    await resetSecondFactor(world.deps, user.userId, adminOrigin);
    expect(world.audited.at(-1)).toEqual({
      ...{ ...adminOrigin, action: 'user.second_factor_reset', target: { type: 'user', id: user.userId } },
      changes: { method: { from: 'totp', to: null } },
    });
  });

  it('sets no term for a role that needs no second factor', async () => {
    const world = createAccessWorld();
    const user = await world.addUser('Jo', 'viewer');
    await resetSecondFactor(world.deps, user.userId, adminOrigin);
    expect(world.people.get(user.userId)?.secondFactorDueAt).toBeNull();
  });

  it('refuses an unknown person', async () => {
    const world = createAccessWorld();
    await expect(resetSecondFactor(world.deps, 'usr_1', adminOrigin)).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
    });
  });
});

describe('removing a person', () => {
  it('removes their secrets and sessions too, and is recorded', async () => {
    const world = createAccessWorld();
    await world.addUser('Robin');
    const user = await world.addUser();
    await world.signInAs(user);
    await removeUser(world.deps, user.userId, adminOrigin);
    expect([world.people, world.secrets].map((map) => map.has(user.userId))).toEqual([false, false]);
    expect(world.open.size).toBe(0);
    expect(world.audited.at(-1)).toEqual({
      ...{ ...adminOrigin, action: 'user.removed', target: { type: 'user', id: user.userId } },
    });
  });

  it('refuses the last admin, of which a disabled one is none', async () => {
    const world = createAccessWorld();
    const user = await world.addUser();
    const other = await world.addUser('Kim');
    world.people.set(other.userId, { ...other, disabled: true });
    await expect(removeUser(world.deps, user.userId, adminOrigin)).rejects.toMatchObject({
      status: 409,
      details: { reason: 'LAST_ADMIN' },
    });
    await expect(removeUser(world.deps, other.userId, adminOrigin)).resolves.toBeUndefined();
  });

  it('refuses a person who was removed already', async () => {
    const world = createAccessWorld();
    await expect(removeUser(world.deps, 'usr_1', adminOrigin)).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      details: { user_id: 'usr_1' },
    });
  });
});
