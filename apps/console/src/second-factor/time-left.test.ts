import { describe, expect, it } from '@jest/globals';

import { timeLeft } from './time-left.js';

const now = Date.UTC(2026, 0, 10);
const day = 86_400_000;

describe('timeLeft', () => {
  it.each([
    [7 * day - 1, '7 days'],
    [1.6 * day, '2 days'],
    [1.4 * day, '1 day'],
    [day - 1, 'less than a day'],
    [-5, 'less than a day'],
  ])('tells whole days: %d ms', (left, text) => {
    expect(timeLeft(new Date(now + left).toISOString(), now)).toBe(text);
  });
});
