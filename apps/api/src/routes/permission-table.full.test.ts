import type { Role } from '@leadbridge/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createApp } from '../app.js';
import type { Route } from '../pipeline/route.js';
import { startServer, type RunningServer } from '../server.js';
import { callApi } from '../testing/call-api.js';
import { addPerson, behindProxy, sessionToken, someAddress } from '../testing/people.js';
import { permissionTable, rolesWith } from '../testing/permission-table.js';
import { startTestApi, type TestApi } from '../testing/test-api.js';
import { startTokenIssuer, type TokenIssuer } from '../testing/token-issuer.js';
import { routeTable } from './index.js';

type Headers = Readonly<Record<string, string>>;

const roles: readonly Role[] = ['admin', 'operator', 'viewer'];
const methods = ['api key', 'X-API-Key', 'access token', 'session', 'session cookie'] as const;
type Method = (typeof methods)[number];

const nameOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;

/** The route as it stands, but for what it does once the caller is let in. */
function hollow(route: Route): Route {
  const { method, path, permission, summary, limits, atOrigin } = route;
  return {
    method,
    path,
    permission,
    summary,
    request: {},
    responses: route.responses,
    ...(limits === undefined ? {} : { limits }),
    ...(atOrigin === undefined ? {} : { atOrigin }),
    handler: () => ({ status: 200, body: { reached: nameOf(route) } }),
  };
}

describe('the permission table', () => {
  let api: TestApi;
  let issuer: TokenIssuer;
  let server: RunningServer;
  const credentials = new Map<string, Headers>();
  let restricted: Headers;

  async function headersOf(role: Role, method: Method): Promise<Headers> {
    const scope = { admin: 'admin', operator: 'write', viewer: 'read' }[role];
    switch (method) {
      case 'api key':
        return { Authorization: `Bearer ${await api.issueKey(role)}` };
      case 'X-API-Key':
        return { 'X-API-Key': await api.issueKey(role) };
      case 'access token':
        return { Authorization: `Bearer ${await issuer.issue({ claims: { scope, sub: role } })}` };
      case 'session':
        return { Authorization: `Bearer ${await sessionToken(api, await addPerson(api, role))}` };
      case 'session cookie': {
        const token = await sessionToken(api, await addPerson(api, role));
        return { Cookie: `leadbridge_session=${token}`, 'Sec-Fetch-Site': 'same-origin' };
      }
    }
  }

  beforeAll(async () => {
    issuer = await startTokenIssuer('ES256');
    const limits = { RATE_LIMIT_PER_HOUR: '100000', RATE_LIMIT_BURST: '100000' };
    const environment = { ...behindProxy, ...issuer.settings, ...limits };
    api = await startTestApi({ environment });
    const app = createApp(api.services, { trustProxy: true, routes: routeTable.map(hollow) });
    server = await startServer(app, { host: '127.0.0.1', port: 0 }, api.services);
    for (const role of roles) {
      for (const method of methods) {
        credentials.set(`${role} by ${method}`, await headersOf(role, method));
      }
    }
    const person = await addPerson(api, 'admin');
    restricted = { Authorization: `Bearer ${await sessionToken(api, person)}` };
    await api.mongo
      .collection<{ _id: string }>('users')
      .updateOne({ _id: person.id }, { $set: { secondFactorDueAt: new Date(0) } });
  });

  afterAll(async () => {
    await server.close();
    await api.close();
    await issuer.close();
  });

  const ask = async (route: Route, headers: Headers): Promise<number> => {
    const path = route.path.replaceAll(/:[^/]+/g, '1');
    const { status, body } = await callApi(server.address, route.method.toUpperCase(), path, { headers });
    // A refusal by the wrong route would prove nothing.
    expect(status !== 200 || body['reached'] === nameOf(route)).toBe(true);
    return status;
  };

  /** From an address that no limit has counted. */
  const askAnew = (route: Route, headers: Headers) =>
    ask(route, { 'X-Forwarded-For': someAddress(), ...headers });

  it('has every route, and none that does not exist', () => {
    const declared = routeTable.map((route) => [nameOf(route), route.permission]);
    expect(Object.fromEntries(declared)).toEqual(permissionTable);
  });

  it.each(routeTable.map((route) => [nameOf(route), route] as const))('holds for %s', async (name, route) => {
    const permission = permissionTable[name];
    if (permission === undefined) {
      throw new Error(`Add ${name} to testing/permission-table.ts`);
    }
    const expected: Record<string, number> = {};
    const found: Record<string, number> = {};
    const open = permission === 'none';
    const visitors: Readonly<Record<string, Headers>> = {
      nobody: {},
      'a wrong key': { Authorization: 'Bearer not-a-key' },
      'a forged cookie': { Cookie: 'leadbridge_session=lbs_forged', 'Sec-Fetch-Site': 'same-origin' },
    };
    for (const [visitor, headers] of Object.entries(visitors)) {
      expected[visitor] = open ? 200 : 401;
      found[visitor] = await askAnew(route, headers);
    }
    if (!open) {
      for (const role of roles) {
        for (const method of methods) {
          const isPerson = method === 'session' || method === 'session cookie';
          const allowed = permission === 'session' ? isPerson : rolesWith[permission].includes(role);
          expected[`${role} by ${method}`] = allowed ? 200 : 403;
          found[`${role} by ${method}`] = await ask(route, credentials.get(`${role} by ${method}`) ?? {});
        }
      }
      expected['an admin without the second factor'] = permission === 'session' ? 200 : 403;
      found['an admin without the second factor'] = await ask(route, restricted);
    }
    expect(found).toEqual(expected);
  });

  const writes = routeTable.filter(({ method, permission }) => method !== 'get' && permission !== 'none');

  it.each(writes.map((route) => [nameOf(route), route] as const))(
    'takes the cookie of a session for %s from our own pages alone',
    async (_name, route) => {
      const { Cookie = '' } = credentials.get('admin by session cookie') ?? {};
      const origins: readonly Headers[] = [
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { 'Sec-Fetch-Site': 'none' },
        { Origin: 'https://elsewhere.example' },
        { Referer: `${server.address}/console` },
        {},
      ];
      for (const origin of origins) {
        expect([origin, await askAnew(route, { Cookie, ...origin })]).toEqual([origin, 401]);
      }
      expect(await askAnew(route, { Cookie, Origin: server.address })).toBe(200);
    },
  );

  it('cannot be passed over: what lacks a permission is no route to the compiler', () => {
    const passes: Omit<Route, 'permission'> extends Route ? true : false = false;
    expect(passes).toBe(false);
  });
});
