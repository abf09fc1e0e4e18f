import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { Authenticator, Credential } from '../pipeline/authentication/index.js';
import type { ApiServices } from '../services.js';
import { localLimits } from '../testing/test-limits.js';
import { leadToSignIn, requireSignIn, signedIn } from './require-sign-in.js';
import { startPages, type PageApp } from './testing/page-app.js';

const browser = { accept: 'text/html' };
const admin: Credential = { id: 'usr_1', name: 'Ann', role: 'admin', kind: 'person' };
const tokenOf = (sign: string): string => `lbs_${sign.repeat(43)}`;
const signedInToken = tokenOf('A');
const unprovenToken = tokenOf('B');
const endedToken = tokenOf('C');
const credentials: Readonly<Record<string, Credential>> = {
  [signedInToken]: admin,
  [unprovenToken]: { ...admin, id: 'usr_2', restricted: true },
};
const authenticator: Authenticator = {
  carriers: ['bearer', 'cookie'],
  authenticate: (token) => Promise.resolve(credentials[token] ?? null),
};

let pages: PageApp;

beforeAll(async () => {
  const services = { authenticators: [authenticator], limits: localLimits() } as unknown as ApiServices;
  pages = await startPages((app) => {
    app.get('/unguarded', (_request, response) => {
      response.json(signedIn(response));
    });
    app.use('/docs', leadToSignIn(services, '/docs'), (_request, response) => {
      response.json({ code: 'the endpoint' });
    });
    app.use(
      '/page',
      requireSignIn(services, ({ path }) => !path.startsWith('/data')),
      (_request, response) => {
        response.json({ code: 'shown', id: signedIn(response).id });
      },
    );
  });
});

afterAll(() => {
  pages.close();
});

async function outcomeOf(path: string, init: RequestInit = {}): Promise<string> {
  const response = await pages.ask(path, init);
  const location = response.headers.get('location');
  return location === null
    ? ((await response.json()) as { code: string }).code
    : `${response.status} ${location}`;
}

const bearing = (token: string): RequestInit => ({
  headers: { ...browser, authorization: `Bearer ${token}` },
});
const withCookie = (token: string, headers: Record<string, string> = {}): RequestInit => ({
  headers: { ...browser, cookie: `leadbridge_session=${token}`, ...headers },
});

describe('a page behind the sign-in', () => {
  it('is shown to whoever is signed in', async () => {
    expect(await outcomeOf('/page', withCookie(signedInToken))).toBe('shown');
    expect(await outcomeOf('/page', bearing(signedInToken))).toBe('shown');
  });

  it.each([
    ['without a session', {}],
    ['with an ended session', withCookie(endedToken)],
  ])('leads to the sign-in and back %s', async (_, init) => {
    expect(await outcomeOf('/page/jobs?status=failed&x=1', init)).toBe(
      '303 /console/sign-in?to=%2Fpage%2Fjobs%3Fstatus%3Dfailed%26x%3D1',
    );
  });

  it('leads whoever has to set up a second factor to where they can', async () => {
    expect(await outcomeOf('/page', withCookie(unprovenToken))).toBe('303 /console/sign-in?to=%2Fpage');
  });

  it('refuses data and changes instead of leading away', async () => {
    expect(await outcomeOf('/page/data')).toBe('AUTHENTICATION_ERROR');
    expect(await outcomeOf('/page', { method: 'POST' })).toBe('AUTHENTICATION_ERROR');
    expect(await outcomeOf('/page/data', withCookie(unprovenToken))).toBe('AUTHORIZATION_ERROR');
  });

  it('accepts a change by cookie only from our own pages', async () => {
    const change = (headers: Record<string, string>): Promise<string> =>
      outcomeOf('/page', { method: 'PUT', ...withCookie(signedInToken, headers) });
    expect(await change({ 'sec-fetch-site': 'same-origin' })).toBe('shown');
    expect(await change({ 'sec-fetch-site': 'cross-site' })).not.toBe('shown');
    expect(await change({})).not.toBe('shown');
  });
});

describe('an endpoint that is a page for browsers', () => {
  it('leads a browser to the sign-in', async () => {
    expect(await outcomeOf('/docs', { headers: browser })).toBe('303 /console/sign-in?to=%2Fdocs');
    expect(await outcomeOf('/docs', withCookie(signedInToken))).toBe('the endpoint');
  });

  it('leaves programs to the endpoint, which refuses them itself', async () => {
    expect(await outcomeOf('/docs', { headers: { accept: 'application/json' } })).toBe('the endpoint');
    expect(await outcomeOf('/docs', bearing(endedToken))).toBe('the endpoint');
  });
});

it('a page without the sign-in cannot ask who is signed in', async () => {
  expect(await outcomeOf('/unguarded')).toBe('Error: The page is not behind the sign-in');
});
