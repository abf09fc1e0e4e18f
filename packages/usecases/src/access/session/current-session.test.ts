import { describe, expect, it } from '@jest/globals';

import { createAccessWorld } from '../testing/access-world.js';
import { currentCredential, currentSession } from './current-session.js';

const ended = { code: 'AUTHENTICATION_ERROR', message: 'The session has ended' };

describe('the session of an accepted request', () => {
  it('comes with the current record of the person, not the one of the sign-in', async () => {
    const world = createAccessWorld();
    const user = await world.addUser();
    const { session } = await world.signInAs(user);
    world.people.set(user.userId, { ...user, role: 'viewer' });
    const { user: current, credential } = await currentCredential(world.deps, session.sessionId);
    expect([current.role, credential.userId]).toEqual(['viewer', user.userId]);
  });

  it('may have ended in the meantime', async () => {
    const world = createAccessWorld();
    const { session } = await world.signInAs(await world.addUser());
    world.open.clear();
    await expect(currentSession(world.deps, session.sessionId)).rejects.toMatchObject(ended);
  });

  it('has ended if the secrets of the person are gone', async () => {
    const world = createAccessWorld();
    const { session } = await world.signInAs(await world.addUser());
    world.secrets.clear();
    await expect(currentCredential(world.deps, session.sessionId)).rejects.toMatchObject(ended);
  });
});
