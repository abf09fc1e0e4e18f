import { describe, expect, it } from '@jest/globals';

import { analyticsPeriod, analyticsQuery } from './analytics.js';
import { endMoment, maxPoints, startMoment, wholeIntervals } from './period.js';

const day = 86_400_000;
const at = (text: string): Date => new Date(text);

describe('the moments of a query', () => {
  it('are the beginning and the end of a day in UTC where a date is sent', () => {
    expect(startMoment('2026-01-31')).toEqual(at('2026-01-31T00:00:00.000Z'));
    expect(endMoment('2026-01-31')).toEqual(at('2026-01-31T23:59:59.999Z'));
  });

  it('are what was sent where it has a time', () => {
    expect(startMoment('2026-01-31T09:30:00+02:00')).toEqual(at('2026-01-31T07:30:00Z'));
    expect(endMoment('2026-01-31T09:30:00+02:00')).toEqual(at('2026-01-31T07:30:00Z'));
  });

  it('may be equal, and may not be reversed', () => {
    const check = (start_date: string, end_date: string) =>
      analyticsQuery.validate({ start_date, end_date }).error?.message;
    expect(check('2026-01-31', '2026-01-31')).toBeUndefined();
    expect(check('2026-01-31T10:00:00+02:00', '2026-01-31T08:00:00Z')).toBeUndefined();
    expect(check('2026-01-31T10:00:01+02:00', '2026-01-31T08:00:00Z')).toBe(
      'end_date must not lie before start_date',
    );
  });
});

describe('a period of whole intervals', () => {
  it('begins with the interval of its start and ends with that of its end', () => {
    const period = { from: at('2026-01-01T13:05:00Z'), to: at('2026-01-02T00:00:00Z') };
    expect(wholeIntervals(period, day, 'day')).toEqual({
      from: at('2026-01-01T00:00:00.000Z'),
      to: at('2026-01-02T23:59:59.999Z'),
    });
  });

  it('is not widened where it is whole already', () => {
    const period = { from: startMoment('2026-01-01'), to: endMoment('2026-01-03') };
    expect(wholeIntervals(period, day, 'day')).toEqual(period);
  });

  it('may have 400 of them and not 401', () => {
    const from = at('2026-01-01T00:00:00Z');
    const upTo = (points: number): Date => new Date(from.getTime() + points * day - 1);
    expect(wholeIntervals({ from, to: upTo(maxPoints) }, day, 'day')).toEqual({ from, to: upTo(maxPoints) });
    expect(wholeIntervals({ from, to: upTo(maxPoints + 1) }, day, 'day')).toBe(
      'A period of more than 400 days is too long',
    );
  });
});

describe('the period of an analytics query', () => {
  const now = Date.parse('2026-03-31T12:00:00Z');

  it.each([
    ['the last 30 days', {}, '2026-03-01T12:00:00Z', '2026-03-31T12:00:00Z'],
    ['from a day to now', { start_date: '2026-03-30' }, '2026-03-30T00:00:00Z', '2026-03-31T12:00:00Z'],
    [
      '30 days up to a day',
      { end_date: '2026-01-31' },
      '2026-01-01T23:59:59.999Z',
      '2026-01-31T23:59:59.999Z',
    ],
    [
      'a leap year',
      { start_date: '2024-01-01', end_date: '2024-12-31' },
      '2024-01-01T00:00:00Z',
      '2024-12-31T23:59:59.999Z',
    ],
  ])('is %s', (_case, query, from, to) => {
    expect(analyticsPeriod(query, now)).toEqual({ from: at(from), to: at(to) });
  });

  it.each([
    [
      'more than a year',
      { start_date: '2024-01-01', end_date: '2025-01-01' },
      'start_date',
      'A period may be at most 366 days long',
    ],
    [
      'the future',
      { start_date: '2026-04-01', end_date: '2026-04-02' },
      'start_date',
      'start_date must not lie in the future',
    ],
    [
      'the future, by its end alone',
      { end_date: '2026-05-31' },
      'end_date',
      'end_date lies more than 30 days in the future: send start_date too',
    ],
    [
      'no time at all',
      { start_date: '2026-03-01T00:00:00Z', end_date: '2026-03-01T00:00:00Z' },
      'end_date',
      'end_date must lie after start_date',
    ],
  ])('is refused with what is wrong with it, and where: %s', (_case, query, field, message) => {
    expect(analyticsPeriod(query, now)).toEqual({ field, message });
  });
});
