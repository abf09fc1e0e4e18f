import { describe, expect, it } from '@jest/globals';

import { secondFactorTime } from './second-factor-time.js';

const now = Date.UTC(2026, 0, 10);
const day = 86_400_000;

describe('secondFactorTime', () => {
  it.each([
    [7 * day, 'are 7 days'],
    [7 * day - 1, 'are 7 days'],
    [1.6 * day, 'are 2 days'],
    [1.4 * day, 'is 1 day'],
    [day, 'is 1 day'],
    [day - 1, 'is less than a day'],
    [-5, 'is less than a day'],
  ])('tells whole days: %d ms', (left, text) => {
    expect(secondFactorTime({ secondFactor: null, secondFactorDueAt: now + left }, now)).toBe(text);
  });

  it('asks nothing of who has one, or needs none', () => {
    expect(secondFactorTime({ secondFactor: 'totp', secondFactorDueAt: now }, now)).toBeNull();
    expect(secondFactorTime({ secondFactor: null, secondFactorDueAt: null }, now)).toBeNull();
  });
});
