import { describe, expect, it } from '@jest/globals';

import { createAccessWorld } from '../testing/access-world.js';
import { adminOrigin } from '../testing/origin.js';
import { removeUser } from './remove-user.js';

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
