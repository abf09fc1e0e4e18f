import { describe, expect, it } from '@jest/globals';

import { addPerson, behindProxy, logIn, type TestPerson } from '../../testing/people.js';
import { useTestApi } from '../../testing/test-api.js';

interface Session {
  readonly id: string;
  readonly address: string | null;
  readonly current: boolean;
}

describe('the sessions of a person', () => {
  const api = useTestApi({ environment: behindProxy });

  async function signIn(person: TestPerson, address: string): Promise<string> {
    return String((await logIn(api, person, undefined, address)).body['token']);
  }

  const sessionsOf = async (path: string, key: string): Promise<readonly Session[]> =>
    (await api.call('GET', path, { key })).body['sessions'] as readonly Session[];

  it('are listed for their owner, and each can be ended', async () => {
    const person = await addPerson(api, 'viewer');
    const here = await signIn(person, '203.0.113.1');
    const there = await signIn(person, '203.0.113.2');
    const sessions = await sessionsOf('/auth/sessions', here);
    expect(sessions).toHaveLength(2);
    expect(sessions).toContainEqual(
      expect.objectContaining({
        id: expect.stringMatching(/^ses_[\da-f]{32}$/),
        address: '203.0.113.1',
        current: true,
        second_factor_proven: false,
      }),
    );
    const other = sessions.find(({ current }) => !current);
    expect(other?.address).toBe('203.0.113.2');
    const end = async (id: string, key: string) => api.call('DELETE', `/auth/sessions/${id}`, { key });
    expect((await end(other?.id ?? '', here)).status).toBe(204);
    expect((await api.call('GET', '/jobs', { key: there })).status).toBe(401);
    expect((await end(other?.id ?? '', here)).status).toBe(404);

    const own = await end(sessions.find(({ current }) => current)?.id ?? '', here);
    expect([own.status, own.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    expect((await api.call('GET', '/auth/sessions', { key: here })).status).toBe(401);
    const audit = await api.call('GET', `/audit?action=user.session_ended&target_id=${person.id}`, {});
    expect(audit.body['entries']).toHaveLength(2);
  });

  it('of others are for admins', async () => {
    const [person, stranger] = [await addPerson(api, 'viewer'), await addPerson(api, 'operator')];
    const key = await signIn(person, '203.0.113.3');
    const strange = await signIn(stranger, '203.0.113.4');
    const [session] = await sessionsOf(`/users/${person.id}/sessions`, api.keys.admin);
    expect(session).toMatchObject({ address: '203.0.113.3', current: false });
    const status = async (method: string, path: string, by: string) =>
      (await api.call(method, path, { key: by })).status;
    const path = `/users/${person.id}/sessions/${session?.id ?? ''}`;
    expect(await status('DELETE', path, strange)).toBe(403);
    expect(await status('DELETE', `/auth/sessions/${session?.id ?? ''}`, strange)).toBe(404);
    expect(
      await status('DELETE', `/users/${stranger.id}/sessions/${session?.id ?? ''}`, api.keys.admin),
    ).toBe(404);
    expect(await status('GET', '/users/usr_nobody/sessions', api.keys.admin)).toBe(404);
    expect(await status('DELETE', path, api.keys.admin)).toBe(204);
    expect(await status('GET', '/jobs', key)).toBe(401);
  });

  it('that have expired are not listed', async () => {
    const person = await addPerson(api, 'viewer');
    await signIn(person, '203.0.113.5');
    await api.mongo
      .collection('sessions')
      .updateOne({ userId: person.id }, { $set: { lastSeenAt: new Date(Date.now() - 3 * 3_600_000) } });
    expect(await sessionsOf(`/users/${person.id}/sessions`, api.keys.admin)).toEqual([]);
  });

  it.each([
    ['operator', 'viewer', 403],
    ['viewer', 'operator', 201],
  ] as const)('of an %s who becomes a %s allow what they say at once', async (before, after, status) => {
    const person = await addPerson(api, before);
    const key = await signIn(person, '203.0.113.6');
    const body = { url: `https://hooks.example.com/${after}`, events: ['lead.created'] };
    const roleSaid = async () => Object((await api.call('GET', '/auth/session', { key })).body['user']).role;
    expect(await roleSaid()).toBe(before);
    await api.mongo.collection('users').updateOne({ email: person.email }, { $set: { role: after } });
    expect(await roleSaid()).toBe(after);
    expect((await api.call('POST', '/webhooks', { key, body })).status).toBe(status);
  });
});
