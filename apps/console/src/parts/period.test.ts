import { describe, expect, it } from '@jest/globals';

import { changeOf, periodOf, previousPeriodOf } from './period.js';

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

describe('the period before', () => {
  it.each([
    ['hour', '2026-03-01T21:31:00.000Z', '2026-03-01T22:30:20.000Z'],
    ['day', '2026-02-28T00:00:00.000Z', '2026-02-28T23:30:20.000Z'],
    ['week', '2026-02-16T00:00:00.000Z', '2026-02-22T23:30:20.000Z'],
    ['month', '2026-01-01T00:00:00.000Z', '2026-01-30T23:30:20.000Z'],
  ])('%s is as long, and ends at the same hour', (period, start, end) => {
    expect(previousPeriodOf(period, now)).toEqual({ start_date: start, end_date: end });
  });

  it.each([
    [112, 100, '+12 %'],
    [50, 100, '−50 %'],
    [0, 4, '−100 %'],
    [1_001, 1_000, '±0 %'],
    [7, 7, null],
    [7, 0, null],
  ])('%i after %i is %s', (value, before, change) => {
    expect(changeOf(value, before)).toBe(change);
  });
});
