import { roles } from '@leadbridge/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { startTestApi, type TestApi } from '../testing/test-api.js';
import { routeTable } from './index.js';

/**
 * Who may call what, written out by hand (decisions: "Permission per endpoint"). A route that is missing here, or stands here without
 * existing, fails: nobody adds an endpoint without deciding who may use it.
 */
const expected: Readonly<Record<string, 'everybody' | readonly (typeof roles)[number][]>> = {
  'GET /health': 'everybody',
  'GET /livez': 'everybody',
  'GET /readyz': 'everybody',
  'POST /sync/leads': ['admin', 'operator'],
  'POST /sync/leads/bulk': ['admin', 'operator'],
  'POST /validate/leads': ['admin', 'operator', 'viewer'],
  'GET /leads': ['admin', 'operator', 'viewer'],
  'GET /leads/:lead_id': ['admin', 'operator', 'viewer'],
  'PUT /leads/:lead_id/status': ['admin', 'operator'],
  'POST /prospects/convert/:lead_id': ['admin', 'operator'],
  'GET /prospects': ['admin', 'operator', 'viewer'],
  'GET /prospects/:prospect_id': ['admin', 'operator', 'viewer'],
  'PUT /prospects/:prospect_id/status': ['admin', 'operator'],
  'POST /opportunities': ['admin', 'operator'],
  'GET /opportunities': ['admin', 'operator', 'viewer'],
  'GET /opportunities/:opportunity_id': ['admin', 'operator', 'viewer'],
  'PUT /opportunities/:opportunity_id': ['admin', 'operator'],
  'POST /calls': ['admin', 'operator'],
  'GET /calls': ['admin', 'operator', 'viewer'],
  'GET /jobs': ['admin', 'operator', 'viewer'],
  'GET /jobs/:job_id': ['admin', 'operator', 'viewer'],
  'GET /jobs/:job_id/results': ['admin', 'operator', 'viewer'],
  'GET /jobs/:job_id/events': ['admin', 'operator', 'viewer'],
  'POST /jobs/:job_id/cancel': ['admin', 'operator'],
  'POST /jobs/:job_id/retry': ['admin', 'operator'],
  'GET /config': ['admin'],
  'PUT /config': ['admin'],
};

const nameOf = (route: { method: string; path: string }): string =>
  `${route.method.toUpperCase()} ${route.path}`;

describe('the permission table', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi({ environment: { RATE_LIMIT_PER_HOUR: '100000' } });
  });

  afterAll(async () => {
    await api.close();
  });

  it('names every route, and no other', () => {
    expect(routeTable.map(nameOf).sort()).toEqual(Object.keys(expected).sort());
  });

  /** The status alone tells: 401 and 403 come before anything else about the request is looked at. */
  const statusFor = async (
    route: (typeof routeTable)[number],
    key: string | null,
    header: 'bearer' | 'x-api-key',
  ) => {
    const path = route.path.replaceAll(/:[^/]+/g, 'unknown');
    const headers: Record<string, string> =
      header === 'x-api-key' && key !== null ? { 'X-API-Key': key } : {};
    const answer = await api.call(route.method.toUpperCase(), path, {
      key: header === 'bearer' ? key : null,
      headers,
    });
    return { status: answer.status, code: answer.body.error?.['code'], headers: answer.headers };
  };

  const cells = routeTable.flatMap((route) =>
    roles.flatMap((role) =>
      (['bearer', 'x-api-key'] as const).map((header) => [nameOf(route), role, header, route] as const),
    ),
  );

  it.each(cells)('%s as %s by %s', async (name, role, header, route) => {
    const allowed = expected[name];
    const { status, code } = await statusFor(route, api.keys[role], header);
    if (allowed === 'everybody' || allowed?.includes(role)) {
      expect([401, 403]).not.toContain(status);
    } else {
      expect({ status, code }).toEqual({ status: 403, code: 'AUTHORIZATION_ERROR' });
    }
  });

  it.each(routeTable.map((route) => [nameOf(route), route] as const))(
    '%s without and with wrong credentials',
    async (name, route) => {
      for (const key of [null, 'wrong-key']) {
        const { status, code, headers } = await statusFor(route, key, 'bearer');
        expect(headers.get('x-ratelimit-limit')).toMatch(/^(100000|10)$/);
        if (expected[name] === 'everybody') {
          expect(status).not.toBe(401);
        } else {
          expect({ status, code }).toEqual({ status: 401, code: 'AUTHENTICATION_ERROR' });
          expect(headers.get('www-authenticate')).toContain('Bearer');
        }
      }
    },
  );
});
