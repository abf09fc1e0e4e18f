import { describe, expect, it } from '@jest/globals';

import { createAccessWorld, stepMs } from '../testing/access-world.js';
import { adminOrigin } from '../testing/origin.js';
import { resetSecondFactor } from './reset-second-factor.js';

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
