import { silentLogger } from '@leadbridge/platform';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { startTestApi, type TestApi } from '../../testing/test-api.js';

describe('the request context', () => {
  const lines: { message: string; fields: unknown }[] = [];
  let api: TestApi;

  beforeAll(async () => {
    const keep = (message: string, fields: unknown): void => void lines.push({ message, fields });
    api = await startTestApi({ logger: { ...silentLogger, info: keep, error: keep } });
  });

  afterAll(async () => {
    await api.close();
  });

  it.each(['abc', '7e1c2f5e-0d5b-4a57-9a3e-000000000000', 'trace:1/2+3=~', 'x'.repeat(128)])(
    'keeps the well-formed id %s',
    async (id) => {
      const response = await api.call('GET', '/jobs', { headers: { 'X-Request-Id': id } });
      expect(response.headers.get('x-request-id')).toBe(id);
    },
  );

  it.each(['', 'two words', 'ada@example.com', '<script>', '{"a":1}', 'x'.repeat(129)])(
    'replaces the id "%s"',
    async (id) => {
      const response = await api.call('GET', '/jobs', { headers: { 'X-Request-Id': id } });
      expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{25}$/);
    },
  );

  it('logs one line per request: the pattern of its route, and nothing that was sent', async () => {
    lines.splice(0);
    await api.call('POST', '/sync/leads?email=ada@example.com', {
      body: { source: 'manual', data: { email: 'ada@example.com' } },
      headers: { Prefer: 'respond-async' },
    });
    await api.call('GET', '/jobs/job_of-somebody?who=ada@example.com');
    // A line is written after its response was sent.
    while (lines.length < 2) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(lines).toEqual([
      {
        message: 'request',
        fields: {
          method: 'POST',
          route: '/sync/leads',
          status: 202,
          milliseconds: expect.any(Number),
          credential: expect.stringMatching(/^key_/),
        },
      },
      { message: 'request', fields: expect.objectContaining({ route: '/jobs/:job_id', status: 404 }) },
    ]);
    const text = JSON.stringify(lines);
    for (const secret of ['ada@example.com', api.keys.admin, 'job_of-somebody']) {
      expect(text).not.toContain(secret);
    }
  });

  it('sets headers that keep browsers and caches from interpreting or storing a response', async () => {
    const { headers } = await api.call('GET', '/jobs');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('etag')).toBeNull();
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringContaining('max-age='),
    });
  });
});
