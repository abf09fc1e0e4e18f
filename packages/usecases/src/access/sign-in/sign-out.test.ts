import { describe, expect, it } from '@jest/globals';

import { actingAs } from '../access-dependencies.js';
import { createAccessWorld, place } from '../testing/access-world.js';
import { signOut } from './sign-out.js';

describe('signing out', () => {
  it('ends this session only, and is recorded once', async () => {
    const world = createAccessWorld();
    const user = await world.addUser();
    const [{ session }, other] = [await world.signInAs(user), await world.signInAs(user)];
    const origin = actingAs(user, place);
    await signOut(world.deps, session.sessionId, origin);
    await signOut(world.deps, session.sessionId, origin);
    expect([...world.open.keys()]).toEqual([other.session.sessionId]);
    expect(world.audited.filter(({ action }) => action === 'user.signed_out')).toEqual([
      { ...origin, action: 'user.signed_out', target: { type: 'user', id: user.userId } },
    ]);
  });
});
