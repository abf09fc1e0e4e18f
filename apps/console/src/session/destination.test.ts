import { describe, expect, it } from '@jest/globals';

import { destinationOf } from './destination.js';

const origin = 'https://leads.example.com';
const to = (wanted: string): string => destinationOf(`?to=${encodeURIComponent(wanted)}`, origin);

describe('where the sign-in leads', () => {
  it.each([
    '/docs',
    '/api/v1/docs',
    '/admin/queues/queue/lead-imports?status=failed',
    '/console/jobs?page=2',
  ])('is the page that was wanted: %s', (wanted) => {
    expect(to(wanted)).toBe(wanted);
  });

  it.each([
    'https://other.test/admin',
    '//other.test/admin',
    '/\\other.test/console',
    'javascript:alert(1)//console',
    '/api/v1/config',
    '/consoles',
    '/console/../api/v1/config',
    '/console/sign-in',
    '/admin/sign-in?to=/docs',
    'http://[',
    '',
  ])('is nowhere but our own pages: not %s', (wanted) => {
    expect(to(wanted)).toBe('/console');
  });

  it('is the overview where nothing was wanted', () => {
    expect(destinationOf('', origin)).toBe('/console');
  });
});
