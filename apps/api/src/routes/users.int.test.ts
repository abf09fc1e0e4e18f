import { describe, expect, it } from '@jest/globals';

import { addPerson, behindProxy, logIn, sessionToken } from '../testing/people.js';
import { useTestApi } from '../testing/test-api.js';

const strong = 'a long enough pass phrase';

describe('people', () => {
  const api = useTestApi({ environment: behindProxy });

  const add = (body: Record<string, unknown>) =>
    api.call('POST', '/users', {
      body: { email: 'jo@example.com', name: 'Jo', role: 'viewer', password: strong, ...body },
    });

  it('are added, shown without a secret, and found by one spelling of their email', async () => {
    const added = await add({ email: 'Kim.Doe@Example.com', role: 'operator', name: 'Kim Doe' });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({
      email: 'kim.doe@example.com',
      name: 'Kim Doe',
      role: 'operator',
      disabled: false,
      second_factor: { method: null, required: true },
      last_sign_in_at: null,
    });
    const { second_factor: factor, created_at: created } = added.body;
    const due = Date.parse((factor as { due_at: string }).due_at);
    expect(due - Date.parse(String(created))).toBe(7 * 24 * 3_600_000);
    expect((await add({ email: 'KIM.DOE@example.com' })).status).toBe(409);
    const read = await api.call('GET', `/users/${String(added.body['id'])}`);
    expect(read.body).toEqual(added.body);
    expect(`${added.text}${read.text}`).not.toMatch(/password|hash|scrypt/i);
    const stored = JSON.stringify(await api.mongo.collection('credentials').find().toArray());
    expect(stored).toContain('$scrypt$');
    expect(stored).not.toContain(strong);
  });

  it.each([
    [{ email: 'nobody' }, 'email'],
    [{ email: 'a b@example.com' }, 'email'],
    [{ email: `${'x'.repeat(250)}@example.com` }, 'email'],
    [{ email: 'null\u0000@example.com' }, 'email'],
    [{ password: 'short' }, 'password'],
    [{ password: 'x'.repeat(257) }, 'password'],
    [{ password: 'aaaaaaaaaaaa' }, 'password'],
    [{ password: 'Password123' }, 'password'],
    [{ email: 'jo.example@example.com', password: 'jo.example@example.com' }, 'password'],
    [{ password: 12345678901 }, 'password'],
    [{ role: 'owner' }, 'role'],
    [{ is_admin: true }, 'is_admin'],
  ])('are refused for %j, and no password is echoed', async (body: Record<string, unknown>, field) => {
    const response = await add({ ...body });
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field } });
    const details = response.body.error?.['details'] as { value: unknown };
    expect(field === 'password' ? details.value : '[not shown]').toBe('[not shown]');
  });

  it('are listed by name, a page at a time', async () => {
    await add({ email: 'a@example.com', name: 'Aa' });
    await add({ email: 'b@example.com', name: 'Ab' });
    const first = await api.call('GET', '/users?limit=1');
    const second = await api.call('GET', '/users?limit=1&page=2');
    expect(first.body['users']).toMatchObject([{ name: 'Aa' }]);
    expect(second.body['users']).toMatchObject([{ name: 'Ab' }]);
    expect(first.body['pagination']).toMatchObject({ page: 1, limit: 1 });
    for (const query of ['page=0', 'page=-1', 'page=1e9', 'page=NaN', 'limit=0', 'limit=501', 'role=admin']) {
      expect((await api.call('GET', `/users?${query}`)).status).toBe(400);
    }
  });

  it('have a new role, and lose it, in the session that they have', async () => {
    const person = await addPerson(api, 'viewer');
    const key = await sessionToken(api, person);
    expect((await api.call('GET', '/users', { key })).status).toBe(403);
    const admin = await sessionToken(api, await addPerson(api, 'admin'));
    const raised = await api.call('PATCH', `/users/${person.id}`, { key: admin, body: { role: 'admin' } });
    expect(raised.body).toMatchObject({ role: 'admin', second_factor: { required: true } });
    expect((await api.call('GET', '/users', { key })).status).toBe(200);
    await api.call('PATCH', `/users/${person.id}`, { key: admin, body: { role: 'viewer' } });
    expect((await api.call('GET', '/users', { key })).status).toBe(403);
  });

  it('are signed out by being disabled, a new password, and being removed', async () => {
    const admin = await sessionToken(api, await addPerson(api, 'admin'));
    const changes = [
      (id: string) => api.call('PATCH', `/users/${id}`, { body: { disabled: true } }),
      (id: string) =>
        api.call('PATCH', `/users/${id}`, { key: admin, body: { password: 'another pass phrase' } }),
      (id: string) => api.call('DELETE', `/users/${id}`),
    ];
    for (const change of changes) {
      const person = await addPerson(api, 'viewer');
      const key = await sessionToken(api, person);
      expect((await api.call('GET', '/jobs', { key })).status).toBe(200);
      expect([200, 204]).toContain((await change(person.id)).status);
      expect((await api.call('GET', '/jobs', { key })).status).toBe(401);
      expect((await logIn(api, person)).status).toBe(401);
    }
  });

  it.each([
    [{}, 'body'],
    [{ role: 'root' }, 'role'],
    [{ disabled: 'yes' }, 'disabled'],
    [{ email: 'new@example.com' }, 'email'],
    [{ password: 'password123' }, 'password'],
  ])('are not changed by %j', async (body, field) => {
    const person = await addPerson(api, 'viewer');
    const key = await sessionToken(api, await addPerson(api, 'admin'));
    const response = await api.call('PATCH', `/users/${person.id}`, { key, body });
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({ details: { field } });
  });

  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['DELETE', '/mfa'],
  ])('that nobody is are 404 (%s %s)', async (method, rest) => {
    const body = method === 'PATCH' ? { body: { name: 'Nobody' } } : {};
    const response = await api.call(method, `/users/usr_nobody${rest}`, body);
    expect(response.status).toBe(404);
  });
});

describe('the last admin', () => {
  const api = useTestApi({ environment: behindProxy });

  it('cannot be removed or disabled', async () => {
    const last = await addPerson(api, 'admin');
    const disabled = await addPerson(api, 'admin');
    await api.call('PATCH', `/users/${disabled.id}`, { body: { disabled: true } });
    const responses = [
      await api.call('DELETE', `/users/${last.id}`),
      await api.call('PATCH', `/users/${last.id}`, { body: { disabled: true } }),
    ];
    for (const { status, body } of responses) {
      expect(status).toBe(409);
      expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR' });
    }
    const read = await api.call('GET', `/users/${last.id}`);
    expect(read.body).toMatchObject({ role: 'admin', disabled: false });
    expect((await api.call('PATCH', `/users/${last.id}`, { body: { name: 'Still here' } })).status).toBe(200);
    expect((await api.call('DELETE', `/users/${disabled.id}`)).status).toBe(204);
  });

  it('is left when all of them are taken away at the same moment', async () => {
    await Promise.all([1, 2, 3].map(() => addPerson(api, 'admin')));
    const all = await api.mongo
      .collection<{ _id: string }>('users')
      .find({ role: 'admin', disabled: false })
      .toArray();
    expect(all.length).toBeGreaterThanOrEqual(3);
    const responses = await Promise.all(
      all.map(({ _id: id }, index) =>
        index % 2 === 0
          ? api.call('DELETE', `/users/${id}`)
          : api.call('PATCH', `/users/${id}`, { body: { disabled: true } }),
      ),
    );
    const refused = responses.filter(({ status }) => status === 409);
    expect(refused.length).toBe(1);
    expect(await api.mongo.collection('users').countDocuments({ role: 'admin', disabled: false })).toBe(1);
  });
});
