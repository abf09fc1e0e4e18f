import { someAddress } from './people.js';
import type { OidcIssuer } from './oidc-issuer.js';
import type { TestApi } from './test-api.js';
import type { ApiResponse } from './call-api.js';

/** A browser that signs in: it keeps the cookies of both sides, and follows what they say. */
export interface OidcBrowser {
  /** The cookies for the service. */
  readonly cookies: Map<string, string>;
  /** Where the service sends the browser. */
  begin(query?: string): Promise<string>;
  /** Goes through the issuer; returns the query that it comes back with. */
  atIssuer(address: string): Promise<string>;
  comeBack(search: string): Promise<ApiResponse>;
  /** All of it; returns the response to the way back. */
  signIn(query?: string): Promise<ApiResponse>;
  call(method: string, path: string, body?: unknown): Promise<ApiResponse>;
}

const maxSteps = 10;

export function openBrowser(api: TestApi, issuer: OidcIssuer): OidcBrowser {
  const cookies = new Map<string, string>();
  const atIssuer = new Map<string, string>();
  const address = someAddress();

  const call = async (method: string, path: string, body?: unknown): Promise<ApiResponse> => {
    const response = await api.call(method, path, {
      key: null,
      headers: {
        'X-Forwarded-For': address,
        ...(cookies.size === 0 ? {} : { Cookie: cookieHeader(cookies) }),
        'Sec-Fetch-Site': method === 'GET' ? 'cross-site' : 'same-origin',
      },
      ...(body === undefined ? {} : { body }),
    });
    keepCookies(cookies, response.headers);
    return response;
  };

  const browser: OidcBrowser = {
    cookies,
    call,
    begin: async (query = '') => {
      const response = await call('GET', `/auth/oidc${query}`);
      return response.headers.get('location') ?? `status ${response.status}`;
    },
    async atIssuer(start) {
      let next = start;
      for (let step = 0; step < maxSteps && next.startsWith(issuer.issuer); step += 1) {
        const headers = { cookie: cookieHeader(atIssuer) };
        const response = await fetch(next, { redirect: 'manual', headers });
        await response.arrayBuffer();
        keepCookies(atIssuer, response.headers);
        next = new URL(response.headers.get('location') ?? '/', next).href;
      }
      return new URL(next).search;
    },
    comeBack: async (search) => call('GET', `/auth/oidc/callback${search}`),
    signIn: async (query = '') => browser.comeBack(await browser.atIssuer(await browser.begin(query))),
  };
  return browser;
}

function cookieHeader(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

function keepCookies(cookies: Map<string, string>, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(line) ?? [];
    if (value === '') {
      cookies.delete(name);
    } else {
      cookies.set(name, value);
    }
  }
}
