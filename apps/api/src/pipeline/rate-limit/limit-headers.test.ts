import { describe, expect, it } from '@jest/globals';

import { secondsUntil, setLimitHeaders } from './limit-headers.js';
import type { LimitWindow, WindowState } from './limiter.js';

const now = 1_000_000;

function windowOf(name: LimitWindow['name'], quota: number, seconds: number): LimitWindow {
  return { name, subject: 'key_1', quota, burst: 5, seconds, blockSeconds: 0, counts: true };
}

const hour = windowOf('hour', 1_000, 3_600);
const bulk = windowOf('bulk', 10, 3_600);
const minute = windowOf('minute', 60, 60);

function headersOf(windows: readonly LimitWindow[], states: readonly WindowState[]) {
  const headers: Record<string, string | number> = {};
  const target = { setHeader: (name: string, value: string | number) => (headers[name] = value) };
  setLimitHeaders(target, windows, { now, refusedBy: null, windows: states });
  return headers;
}

describe('setLimitHeaders', () => {
  it('shows the hour in the headers of the specification, and every window in those of the draft', () => {
    expect(
      headersOf(
        [hour, minute],
        [
          { remaining: 900, resetAt: now + 10_001 },
          { remaining: 3, resetAt: now + 1 },
        ],
      ),
    ).toEqual({
      'X-RateLimit-Limit': 1_000,
      'X-RateLimit-Remaining': 900,
      'X-RateLimit-Reset': 1_011,
      'RateLimit-Policy': '"hour";q=1000;w=3600, "minute";q=60;w=60',
      RateLimit: '"hour";r=900;t=11, "minute";r=3;t=1',
    });
  });

  it.each([
    ['the bulk limit where less is left of it', 9, 10, 10],
    ['the hour where as much is left of both', 10, 10, 1_000],
    ['the hour where less is left of it', 9, 5, 1_000],
  ])('shows %s', (_what, bulkLeft, hourLeft, limit) => {
    const states = [
      { remaining: hourLeft, resetAt: now },
      { remaining: bulkLeft, resetAt: now },
    ];
    const headers = headersOf([hour, bulk], states);
    expect(headers['X-RateLimit-Limit']).toBe(limit);
    expect(headers['X-RateLimit-Remaining']).toBe(Math.min(bulkLeft, hourLeft));
  });

  it('sets nothing where there is no window, or nothing is known of any', () => {
    expect(headersOf([], [])).toEqual({});
    expect(headersOf([hour], [])).toEqual({});
  });
});

describe('secondsUntil', () => {
  it.each([
    [now, 0],
    [now - 5_000, 0],
    [now + 1, 1],
    [now + 1_000, 1],
    [now + 1_001, 2],
  ])('rounds up, and is never negative: until %i there are %i seconds', (time, seconds) => {
    expect(secondsUntil(time, now)).toBe(seconds);
  });
});
