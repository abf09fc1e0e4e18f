import { describe, expect, it } from '@jest/globals';

import { createAccessWorld, passPhrase } from '../testing/access-world.js';
import { adminOrigin } from '../testing/origin.js';
import { createUser } from './create-user.js';

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
