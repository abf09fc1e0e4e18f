import { describe, expect, it } from '@jest/globals';

import { ageSeconds } from './age.js';

const now = Date.parse('2026-01-31T09:00:00.000Z');

describe('ageSeconds', () => {
  it.each([
    ['nothing', null, 0],
    ['this moment', now, 0],
    ['half a second ago', now - 500, 0.5],
    ['an hour ago', now - 3_600_000, 3_600],
    ['a moment that another clock puts into the future', now + 5_000, 0],
  ])('is the age of %s', (_what, since, seconds) => {
    expect(ageSeconds({ now: () => now }, since === null ? null : new Date(since))).toBe(seconds);
  });
});
