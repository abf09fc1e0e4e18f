import { describe, expect, it } from '@jest/globals';

import type { ApiCall } from '../../testing/call-api.js';
import { useTestApi } from '../../testing/test-api.js';

describe('details.reason', () => {
  const api = useTestApi();

  const reasonOf = async (method: string, path: string, call: ApiCall = {}): Promise<unknown[]> => {
    const response = await api.call(method, path, call);
    const { code, details } = response.body.error as { code: string; details: Record<string, unknown> };
    return [response.status, code, details['reason']];
  };
  const lead = (email: string) => ({ source: 'manual', data: { email } });
  const headers = { Prefer: 'respond-async', 'Idempotency-Key': 'one-key' };

  it.each([
    ['PATCH', '/jobs', {}, 405, 'METHOD_NOT_ALLOWED'],
    ['POST', '/sync/leads', { raw: 'x'.repeat(1_100_000) }, 413, 'PAYLOAD_TOO_LARGE'],
    ['POST', '/webhooks/dnc-sync', { raw: `[${'{},'.repeat(600)}{}]` }, 413, 'PAYLOAD_TOO_LARGE'],
    [
      'POST',
      '/sync/leads',
      { raw: 'a', headers: { 'Content-Type': 'text/plain' } },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
  ])(
    'of %s %s (%#) distinguishes it from others with its code',
    async (method, path, call, status, reason) => {
      expect(await reasonOf(method, path, call)).toEqual([status, 'VALIDATION_ERROR', reason]);
    },
  );

  it('distinguishes conflicts', async () => {
    const first = await api.call('POST', '/sync/leads', { body: lead('ada@example.com'), headers });
    expect(first.status).toBe(202);
    const other = { body: lead('another@example.com'), headers };
    expect(await reasonOf('POST', '/sync/leads', other)).toEqual([
      409,
      'VALIDATION_ERROR',
      'IDEMPOTENCY_CONFLICT',
    ]);
    const job = `/jobs/${String(first.body['job_id'])}`;
    expect((await reasonOf('POST', `${job}/cancel`))[2]).toBe('JOB_NOT_CANCELLABLE');
    const bulk = await api.call('POST', '/sync/leads/bulk', {
      body: { source: 'manual', leads: [{ email: 'ada@example.com' }] },
      headers: { Prefer: 'respond-async' },
    });
    expect((await reasonOf('POST', `/jobs/${String(bulk.body['job_id'])}/retry`))[2]).toBe(
      'JOB_NOT_FINISHED',
    );
    const user = {
      body: { name: 'A person', email: 'one@example.com', role: 'viewer', password: 'a long pass phrase' },
    };
    expect((await api.call('POST', '/users', user)).status).toBe(201);
    expect((await reasonOf('POST', '/users', user))[2]).toBe('USER_EXISTS');
  });

  it('is omitted if the code is enough', async () => {
    expect(await reasonOf('GET', '/jobs/none')).toEqual([404, 'RESOURCE_NOT_FOUND', undefined]);
    expect(await reasonOf('POST', '/sync/leads', { body: {} })).toEqual([400, 'VALIDATION_ERROR', undefined]);
  });
});
