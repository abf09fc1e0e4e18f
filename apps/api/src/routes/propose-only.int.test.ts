import { beforeAll, describe, expect, it } from '@jest/globals';

import type { ApiResponse, ApiCall } from '../testing/call-api.js';
import { useTestApi } from '../testing/test-api.js';
import { routeTable } from './index.js';

const nameOf = ({ method, path }: { method: string; path: string }): string =>
  `${method.toUpperCase()} ${path}`;

const lead = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com', company: 'Acme' };

/** Every write that has a dry run: its body without and with it, and the status of a dry run of what does not exist here. */
const withDryRun: Readonly<Record<string, { write: object; dry: object; status: number }>> = {
  'POST /sync/leads': {
    write: { source: 'manual', data: lead },
    dry: { source: 'manual', data: lead, options: { dry_run: true } },
    status: 202,
  },
  'POST /sync/leads/bulk': {
    write: { source: 'manual', leads: [lead], options: {} },
    dry: { source: 'manual', leads: [lead], batch_options: { dry_run: true } },
    status: 202,
  },
  'POST /jobs/:job_id/undo': { write: {}, dry: { dry_run: true }, status: 404 },
  'POST /erasures': {
    write: { email: 'ada@example.com' },
    dry: { email: 'ada@example.com', dry_run: true },
    status: 202,
  },
  'POST /suppressions/bulk': {
    write: { suppressions: [{ email: 'ada@example.com' }] },
    dry: { suppressions: [{ email: 'ada@example.com' }], dry_run: true },
    status: 202,
  },
  'POST /suppressions': {
    write: { email: 'ada@example.com' },
    dry: { email: 'ada@example.com', dry_run: true },
    status: 200,
  },
  'POST /webhooks/:webhook_id/replay': {
    write: { from: '2026-01-01' },
    dry: { from: '2026-01-01', dry_run: true },
    status: 404,
  },
};
/** Reads by POST. */
const reads = ['POST /validate/leads', 'POST /mcp'];

const writes = routeTable.filter(
  ({ method, permission }) => method !== 'get' && permission !== 'none' && permission !== 'session',
);

describe('a key that may only propose', () => {
  let key: string;
  const api = useTestApi({ environment: { RATE_LIMIT_PER_HOUR: '100000' } });

  beforeAll(async () => {
    key = await api.issueKey('admin', { proposeOnly: true });
  });

  const call = async (name: string, options: ApiCall = {}): Promise<ApiResponse> => {
    const [method = '', path = ''] = name.split(' ');
    return await api.call(method, path.replaceAll(/:\w+/g, '1'), {
      key,
      headers: { Prefer: 'respond-async' },
      ...options,
    });
  };
  const refused = { code: 'AUTHORIZATION_ERROR', details: { propose_only: true } };

  it('finds no other routes with a dry run, or that read by POST', () => {
    const known = writes.filter(({ writesNothing }) => writesNothing !== undefined).map(nameOf);
    expect(known.sort()).toEqual([...Object.keys(withDryRun), ...reads].sort());
  });

  it.each(writes.filter(({ writesNothing }) => writesNothing === undefined).map(nameOf))(
    'is refused at %s, before its body is read',
    async (name) => {
      const response = await call(name, { raw: '{' });
      expect([response.status, response.body.error]).toEqual([403, expect.objectContaining(refused)]);
    },
  );

  it.each(Object.entries(withDryRun))('makes only dry runs with %s', async (name, { write, dry, status }) => {
    const response = await call(name, { body: write });
    expect([response.status, response.body.error]).toEqual([403, expect.objectContaining(refused)]);
    expect((await call(name, { body: dry })).status).toBe(status);
    const own = await call(name, { body: write, key: api.keys.admin });
    expect(own.status).not.toBe(403);
  });

  it('imports a table only as a dry run', async () => {
    const table = { raw: 'Email,Company\r\nada@example.com,Acme\r\n' };
    const sent = async (query: string): Promise<number> =>
      (
        await api.call('POST', `/sync/leads/bulk?source=csv${query}`, {
          ...table,
          key,
          headers: { 'Content-Type': 'text/csv', Prefer: 'respond-async' },
        })
      ).status;
    expect([await sent(''), await sent('&dry_run=false'), await sent('&dry_run=true')]).toEqual([
      403, 403, 202,
    ]);
  });

  it('counts events by the query, and does not send them when the body alone asks for a dry run', async () => {
    const sent = async (query: string): Promise<number> =>
      (
        await api.call('POST', `/webhooks/wh_1/replay${query}`, {
          key,
          body: { from: '2026-01-01', dry_run: true },
        })
      ).status;
    expect([await sent('?dry_run=false'), await sent('?dry_run=true')]).toEqual([403, 404]);
  });

  it('reads as its role does', async () => {
    for (const path of ['/leads', '/api-keys', '/audit', '/config']) {
      expect((await api.call('GET', path, { key })).status).toBe(200);
    }
    const body = { source: 'manual', data: lead };
    expect((await api.call('POST', '/validate/leads', { key, body })).status).toBe(200);
  });

  it('cannot act on the dashboard of the queues', async () => {
    const retry = async (used: string): Promise<number> =>
      (await api.call('PUT', '//admin/queues/api/queues/imports/promote', { key: used })).status;
    expect(await retry(key)).toBe(403);
    expect(await retry(api.keys.admin)).not.toBe(403);
  });

  it('is issued, shown and rotated as such, and audited', async () => {
    const body = { name: 'assistant', role: 'operator', propose_only: true };
    const issued = await api.call('POST', '/api-keys', { body });
    expect([issued.status, issued.body['propose_only']]).toEqual([201, true]);
    const id = String(issued.body['id']);
    const rotated = await api.call('POST', `/api-keys/${id}/rotate`);
    expect(rotated.body['propose_only']).toBe(true);
    const refusedKey = await api.call('POST', '/suppressions', {
      key: String(rotated.body['key']),
      body: { email: 'ada@example.com' },
    });
    expect(refusedKey.status).toBe(403);
    const list = await api.call('GET', '/api-keys');
    expect(list.body['api_keys']).toContainEqual(expect.objectContaining({ id, propose_only: true }));
    const audit = await api.call('GET', `/audit?target_id=${id}&action=api_key.issued`);
    expect(audit.body['entries']).toMatchObject([{ changes: { propose_only: { from: null, to: true } } }]);
    const usual = await api.call('POST', '/api-keys', { body: { name: 'crm', role: 'operator' } });
    expect(usual.body['propose_only']).toBe(false);
  });
});
