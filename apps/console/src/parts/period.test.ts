import { describe, expect, it } from '@jest/globals';

import { periodOf } from './period.js';

const now = new Date('2026-03-01T23:30:20Z');

describe('a period', () => {
  it.each([
    ['hour', '2026-03-01T22:31:00.000Z', 'minute'],
    ['day', '2026-03-01', 'hour'],
    ['week', '2026-02-23', 'day'],
    ['month', '2026-01-31', 'day'],
  ])('%s begins on %s, and is drawn by the %s', (period, first, interval) => {
    expect(periodOf(period, now)).toEqual({ start_date: first, interval });
  });
});
