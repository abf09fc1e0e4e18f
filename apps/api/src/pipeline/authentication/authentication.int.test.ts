import { describe, expect, it } from '@jest/globals';

import { useTestApi } from '../../testing/test-api.js';

const day = 24 * 3_600_000;

describe('credentials', () => {
  const api = useTestApi();

  const ask = (headers: Readonly<Record<string, string>>) => api.call('GET', '/jobs', { key: null, headers });

  it.each([
    ['the bootstrap key', 'bootstrap-key-of-the-tests'],
    ['an issued key', null],
  ])('accepts %s in both forms', async (_name, key) => {
    const own = key ?? api.keys.viewer;
    expect((await ask({ Authorization: `Bearer ${own}` })).status).toBe(200);
    expect((await ask({ Authorization: `bearer  ${own}` })).status).toBe(200);
    expect((await ask({ 'X-API-Key': own })).status).toBe(200);
    expect((await ask({ 'X-API-Key': own, Authorization: `Bearer ${own}` })).status).toBe(200);
  });

  it.each([
    ['none', {}],
    ['an empty key', { 'X-API-Key': '' }],
    ['a bearer without a token', { Authorization: 'Bearer ' }],
    ['another scheme', { Authorization: 'Basic YWRtaW46YWRtaW4=' }],
    ['a token with spaces', { Authorization: 'Bearer a b' }],
    ['a key nobody has', { Authorization: 'Bearer 0123456789abcdef' }],
    ['a very long key', { 'X-API-Key': 'x'.repeat(10_000) }],
    ['an operator of the database as key', { 'X-API-Key': '{"$ne":null}' }],
  ])('rejects %s with 401', async (_name, headers) => {
    const response = await ask(headers);
    expect(response.status).toBe(401);
    expect(response.body.error).toMatchObject({ code: 'AUTHENTICATION_ERROR' });
  });

  it('rejects two different credentials', async () => {
    const response = await ask({ 'X-API-Key': api.keys.viewer, Authorization: `Bearer ${api.keys.admin}` });
    expect(response.status).toBe(401);
  });

  it('stores only the hash of a key', async () => {
    const stored = JSON.stringify(await api.mongo.collection('api_keys').find().toArray());
    expect(stored).not.toContain(api.keys.admin);
    expect(stored).not.toContain('bootstrap-key-of-the-tests');
  });

  it('rejects a revoked key within a second', async () => {
    const key = await api.issueKey('viewer', { name: 'to be revoked' });
    expect((await ask({ 'X-API-Key': key })).status).toBe(200);
    await api.mongo
      .collection('api_keys')
      .updateOne({ name: 'to be revoked' }, { $set: { revokedAt: new Date() } });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await ask({ 'X-API-Key': key })).status).toBe(401);
  });

  it('accepts an expired key during its day of grace, with a warning, and not after it', async () => {
    const inGrace = await api.issueKey('viewer', { expiresAt: new Date(Date.now() - day / 2) });
    const response = await ask({ 'X-API-Key': inGrace });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-api-key-warning')).toContain('has expired');
    const over = await api.issueKey('viewer', { expiresAt: new Date(Date.now() - day - 1_000) });
    expect((await ask({ 'X-API-Key': over })).status).toBe(401);
    const fresh = await api.issueKey('viewer', { expiresAt: new Date(Date.now() + day) });
    expect((await ask({ 'X-API-Key': fresh })).headers.get('x-api-key-warning')).toBeNull();
  });

  it('responds for an unknown path without authentication', async () => {
    const response = await api.call('GET', '/nothing-here', { key: null });
    expect(response.status).toBe(404);
    expect(response.body.error).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });
});
