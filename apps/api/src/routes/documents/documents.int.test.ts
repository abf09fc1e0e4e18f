import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { startTestApi, type TestApi } from '../../testing/test-api.js';
import { routeTable } from '../index.js';

describe('the documents of the API', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi();
  });

  afterAll(async () => {
    await api.close();
  });

  it('are served to everybody, the document as JSON', async () => {
    const { status, headers, body } = await api.call('GET', '/openapi.json', { key: null });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-ratelimit-limit')).toBe('1000');
    const operations = Object.values(body['paths'] as Record<string, object>).flatMap((methods) =>
      Object.keys(methods),
    );
    expect(operations).toHaveLength(routeTable.length);
  });

  it.each(['//docs', '/docs'])('the page at %s, under a policy that lets nothing be loaded', async (path) => {
    const { status, headers, text } = await api.call('GET', path, { key: null });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).toContain('<details id="postSyncLeadsBulk">');
    expect(text).toMatch(/<\/html>\s*$/);
  });
});
