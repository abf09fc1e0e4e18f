import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { localLimits } from '../testing/test-limits.js';
import { startPages, type PageApp } from './testing/page-app.js';
import { startPage, unknownPage } from './unknown-page.js';

const browser = { accept: 'text/html,application/xhtml+xml' };
let pages: PageApp;

beforeAll(async () => {
  pages = await startPages((app) => {
    app.get('/', startPage);
    app.use(unknownPage({ limits: localLimits() }, '/api/v1'));
  });
});

afterAll(() => {
  pages.close();
});

const passedOn = async (path: string, init: RequestInit): Promise<boolean> => {
  const response = await pages.ask(path, init);
  return response.headers.get('content-type')?.startsWith('application/json') === true;
};

describe('the root', () => {
  it('leads a browser to the console', async () => {
    const response = await pages.ask('/', { headers: browser });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/console']);
  });

  it('is no page for a program', async () => {
    expect(await passedOn('/', { headers: { accept: '*/*' } })).toBe(true);
  });
});

describe('a path without a page', () => {
  it('responds to a browser with a page that runs nothing', async () => {
    const response = await pages.ask('/nope?x=<script>', { headers: browser });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = await response.text();
    expect(text).toContain('Page not found');
    expect(text).not.toContain('<script');
  });

  it.each([
    ['a program', '/nope', { headers: { accept: 'application/json' } }],
    ['a program with a key', '/nope', { headers: { ...browser, 'x-api-key': 'lbk_1' } }],
    ['a program with a token', '/nope', { headers: { ...browser, authorization: 'Bearer lbk_1' } }],
    ['a change', '/nope', { method: 'POST', headers: browser }],
    ['the API', '/api/v1/nope', { headers: browser }],
  ])('is left to the envelope for %s', async (_, path, init) => {
    expect(await passedOn(path, init)).toBe(true);
  });
});
