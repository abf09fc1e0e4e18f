import { createHash } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { scalarAddress, scalarSha256 } from '../openapi/reference-page.js';
import { addPerson, sessionToken } from '../testing/people.js';
import { useTestApi } from '../testing/test-api.js';
import { routeTable } from './index.js';

describe('the documents of the API', () => {
  const api = useTestApi();

  it('are available to every role, the document as JSON', async () => {
    for (const key of Object.values(api.keys)) {
      const { status, headers, body } = await api.call('GET', '/openapi.json', { key });
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('x-ratelimit-limit')).toBe('1000');
      const operations = Object.values(body['paths'] as Record<string, object>).flatMap((methods) =>
        Object.keys(methods),
      );
      expect(operations).toHaveLength(routeTable.length);
    }
  });

  it.each(['//docs/plain', '/docs/plain'])(
    'the page at %s, with a policy that lets nothing be loaded',
    async (path) => {
      const { status, headers, text } = await api.call('GET', path, { key: api.keys.viewer });
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(text).toContain('<details id="postSyncLeadsBulk">');
      expect(text).toMatch(/<\/html>\s*$/);
    },
  );

  it('the reference, with a policy that only lets scripts of this origin run', async () => {
    const { status, headers, text } = await api.call('GET', '//docs', { key: api.keys.viewer });
    expect(status).toBe(200);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(policy).toContain("connect-src 'self'");
    expect(policy.match(/script-src[^;]*/)?.[0]).not.toMatch(/unsafe|nonce|http/);
    expect(text).toContain('<meta http-equiv="refresh" content="0; url=/docs/plain">');
    expect(text).not.toMatch(/<script(?! src="\/)|https?:\/\//);
    expect(text).toContain('<a href="/console">Console</a>');
  });

  it("Scalar's script as published, compressed if accepted", async () => {
    const take = async (encoding: string) =>
      fetch(api.origin + scalarAddress, { headers: { 'Accept-Encoding': encoding } });
    const [plain, compressed] = [await take('identity'), await take('gzip')];
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(compressed.headers.get('cache-control')).toContain('immutable');
    const texts = [await plain.text(), await compressed.text()];
    expect(texts.map((text) => createHash('sha256').update(text).digest('hex'))).toEqual([
      scalarSha256,
      scalarSha256,
    ]);
  });

  it.each(['//docs', '//docs/plain', '/docs', '/openapi.json'])(
    'are rejected for a program without credentials: %s',
    async (path) => {
      const accepts = [{}, { Accept: 'application/json' }, { Accept: '*/*' }];
      for (const headers of accepts) {
        const response = await api.call('GET', path, { key: null, headers });
        expect(response.status).toBe(401);
        expect(response.body.error).toMatchObject({ code: 'AUTHENTICATION_ERROR' });
      }
      // A browser's header does not help a wrong key.
      const wrong = await api.call('GET', path, { key: 'lbk_wrong', headers: { Accept: 'text/html' } });
      expect(wrong.status).toBe(401);
    },
  );

  it.each(['/docs', '/docs/plain', '/api/v1/docs'])(
    'redirect a browser without a session from %s to the sign-in',
    async (path) => {
      const look = (headers: Record<string, string> = {}) =>
        fetch(api.origin + path, {
          redirect: 'manual',
          headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers },
        });
      const response = await look();
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toBe(`/console/sign-in?to=${encodeURIComponent(path)}`);
      const token = await sessionToken(api, await addPerson(api, 'viewer'));
      expect((await look({ Cookie: `leadbridge_session=${token}` })).status).toBe(200);
    },
  );
});
