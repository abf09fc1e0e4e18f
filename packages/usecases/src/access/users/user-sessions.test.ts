import { describe, expect, it } from '@jest/globals';

import { createAccessWorld } from '../testing/access-world.js';
import { adminOrigin } from '../testing/origin.js';
import { endSession, listSessions, publicSessionId } from './user-sessions.js';

const hour = 3_600_000;

async function threeSessions() {
  const world = createAccessWorld();
  const user = await world.addUser();
  const [first, second] = [await world.signInAs(user), await world.signInAs(user)];
  const other = await world.signInAs(await world.addUser('Kim'));
  return { ...world, user, first: first.session, second: second.session, other: other.session };
}

describe('the sessions of a person', () => {
  it('are those of this person, most recently used first', async () => {
    const { deps, user, first, second, clock } = await threeSessions();
    clock.pass(hour);
    await deps.sessions.touch(second.sessionId, clock.now());
    const listed = await listSessions(deps, user.userId);
    expect(listed.map(({ sessionId }) => sessionId)).toEqual([second.sessionId, first.sessionId]);
  });

  it('do not include sessions that have expired', async () => {
    const { deps, user, second, clock } = await threeSessions();
    clock.pass(2 * hour);
    await deps.sessions.touch(second.sessionId, clock.now());
    clock.pass(hour);
    const listed = await listSessions(deps, user.userId);
    expect(listed.map(({ sessionId }) => sessionId)).toEqual([second.sessionId]);
  });

  it('are none for a disabled person', async () => {
    const { deps, user, people } = await threeSessions();
    people.set(user.userId, { ...user, disabled: true });
    expect(await listSessions(deps, user.userId)).toEqual([]);
  });

  it('cannot be listed for an unknown person', async () => {
    const { deps } = await threeSessions();
    await expect(listSessions(deps, 'usr_other')).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it('are shown under half of their id, which opens nothing', async () => {
    const { first } = await threeSessions();
    expect(publicSessionId(first)).toBe(`ses_${first.sessionId.slice(0, 32)}`);
    expect(first.sessionId).toHaveLength(64);
  });
});

describe('ending a session', () => {
  it('ends this one, and is recorded', async () => {
    const { deps, user, first, second, other, open, audited } = await threeSessions();
    const request = { userId: user.userId, publicId: publicSessionId(first) };
    expect(await endSession(deps, request, adminOrigin)).toEqual(first);
    expect([...open.keys()]).toEqual([second.sessionId, other.sessionId]);
    expect(audited.at(-1)).toEqual({
      ...{ ...adminOrigin, action: 'user.session_ended', target: { type: 'user', id: user.userId } },
    });
  });

  it.each([
    ['of another person', 0],
    ['that has expired', 3 * hour],
  ])('refuses a session %s', async (_, later) => {
    const { deps, user, first, other, open, clock } = await threeSessions();
    clock.pass(later);
    const publicId = publicSessionId(later === 0 ? other : first);
    await expect(endSession(deps, { userId: user.userId, publicId }, adminOrigin)).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      details: { session_id: publicId },
    });
    expect(open.size).toBe(3);
  });

  it('succeeds for one of two at once', async () => {
    const { deps, user, first } = await threeSessions();
    const request = { userId: user.userId, publicId: publicSessionId(first) };
    const end = async () => endSession(deps, request, adminOrigin);
    const results = await Promise.allSettled([end(), end()]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
