import { describe, expect, it } from '@jest/globals';

import { addPerson, behindProxy, sessionToken } from '../testing/people.js';
import { useTestApi } from '../testing/test-api.js';

const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const finding = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'find_leads', arguments: {} },
};

describe('POST /mcp', () => {
  const api = useTestApi({
    environment: { ...behindProxy, RATE_LIMIT_PER_HOUR: '60', RATE_LIMIT_BURST: '0' },
  });

  const post = async (
    body: unknown,
    { key = null, headers = {} }: { key?: string | null; headers?: Record<string, string> } = {},
  ) => api.call('POST', '//mcp', { body, key, headers });

  it('responds at the root and below /api/v1, to a caller without an Accept header too', async () => {
    for (const path of ['//mcp', '/mcp']) {
      const { status, headers, body } = await api.call('POST', path, { body: listing });
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(body).toMatchObject({ jsonrpc: '2.0', id: 1, result: { tools: expect.any(Array) } });
    }
  });

  it('takes a key in either header, and a token of a session', async () => {
    const { viewer: key } = api.keys;
    expect((await post(listing, { key })).status).toBe(200);
    expect((await post(listing, { headers: { 'X-API-Key': key } })).status).toBe(200);
    const token = await sessionToken(api, await addPerson(api, 'viewer'));
    expect((await post(finding, { key: token })).body).toMatchObject({
      result: { structuredContent: { leads: [] } },
    });
  });

  it.each([
    ['no credential', {}],
    ['a wrong key', { Authorization: 'Bearer lbk_wrong' }],
  ])('refuses %s with 401', async (_case, headers) => {
    const { status, body, headers: shown } = await post(listing, { headers });
    expect([status, body.error?.['code']]).toEqual([401, 'AUTHENTICATION_ERROR']);
    expect(shown.get('www-authenticate')).toContain('Bearer');
  });

  it('refuses the cookie of a session, even from a page of our own', async () => {
    const token = await sessionToken(api, await addPerson(api, 'operator'));
    const headers = { Cookie: `leadbridge_session=${token}`, 'Sec-Fetch-Site': 'same-origin' };
    expect((await post(listing, { headers })).status).toBe(401);
  });

  it.each([
    ['an Origin of another site', { Origin: 'https://elsewhere.example.com' }],
    ['an Origin that hides itself', { Origin: 'null' }],
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('refuses %s with 403', async (_case, headers) => {
    const { status, body } = await post(listing, { key: api.keys.operator, headers });
    expect([status, body.error?.['code']]).toEqual([403, 'AUTHORIZATION_ERROR']);
  });

  it('accepts its own Origin', async () => {
    expect((await post(listing, { key: api.keys.operator, headers: { Origin: api.origin } })).status).toBe(
      200,
    );
  });

  it.each(['GET', 'DELETE', 'PUT'])('has no sessions and no streams: %s is 405', async (method) => {
    const response = await api.call(method, '//mcp');
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each([
    ['a list of messages', [listing, listing]],
    ['an object that is no message', { hello: 'world' }],
  ])('refuses %s with 400', async (_case, body) => {
    expect((await post(body, { key: api.keys.operator })).status).toBe(400);
  });

  it('acknowledges a notification', async () => {
    const body = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const { status, text } = await post(body, { key: api.keys.operator });
    expect([status, text]).toEqual([202, '']);
  });

  it('opens no stream of changes, as the protocol of 2026 has', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const body = {
      jsonrpc: '2.0',
      id: 3,
      method: 'subscriptions/listen',
      params: { _meta, notifications: {} },
    };
    const headers = { 'Mcp-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' };
    const response = await post(body, { key: api.keys.operator, headers });
    expect(response.body).toMatchObject({ error: { code: expect.any(Number) } });
  });

  it('counts a call once, although a tool makes requests of its own', async () => {
    const key = await api.issueKey('viewer');
    const remaining = async (): Promise<number> =>
      Number((await post(finding, { key })).headers.get('x-ratelimit-remaining'));
    const first = await remaining();
    expect(await remaining()).toBe(first - 1);
    const responses = await Promise.all(Array.from({ length: 58 }, async () => post(finding, { key })));
    expect(responses.map(({ body }) => body['result'])).not.toContainEqual(
      expect.objectContaining({ isError: true }),
    );
    // While these were made, some calls were regained: more than a few on a busy machine.
    const further = await Promise.all(Array.from({ length: 58 }, async () => post(finding, { key })));
    expect(further.map(({ status }) => status)).toContain(429);
  });

  it('leaves no entry in the audit log for a real undo that claims to be a plan', async () => {
    const headers = { 'X-Leadbridge-Via': 'mcp' };
    await api.call('POST', '/jobs/job_0/undo', { body: {}, headers });
    await api.call('POST', '/jobs/job_1/undo', { body: { dry_run: true }, headers });
    const { body } = await api.call('GET', '/audit?action=mcp.plan_undo');
    expect(body['entries']).toMatchObject([{ target: { id: 'job_1' }, via: 'mcp' }]);
  });

  it('tells a caller who it is', async () => {
    const { body } = await api.call('GET', '/auth/caller', { key: api.keys.viewer });
    expect(body).toMatchObject({
      kind: 'api_key',
      role: 'viewer',
      permissions: ['data.view.readonly', 'analytics.view'],
      propose_only: false,
    });
  });
});
