import { describe, expect, it } from '@jest/globals';
import { AppError } from '@leadbridge/platform';

import { requestedPeriod, wholeIntervalsOf } from './requested-period.js';

const now = Date.parse('2026-01-31T09:00:00.000Z');
const clock = { now: () => now };
const hour = 3_600_000;

/** The period, or what is wrong with it and where. */
function periodOf(query: { start_date?: string; end_date?: string }) {
  try {
    const { from, to } = requestedPeriod(query, { clock });
    return [from.toISOString(), to.toISOString()];
  } catch (error) {
    return error instanceof AppError
      ? { message: error.message, field: error.details['field'], value: error.details['value'] }
      : error;
  }
}

describe('requestedPeriod', () => {
  it('includes the whole of the days that it names', () => {
    expect(periodOf({ start_date: '2026-01-01', end_date: '2026-01-01' })).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T23:59:59.999Z',
    ]);
  });

  it('ends now where no end was sent', () => {
    expect(periodOf({ start_date: '2026-01-31T08:00:00Z' })).toEqual([
      '2026-01-31T08:00:00.000Z',
      '2026-01-31T09:00:00.000Z',
    ]);
  });

  it('ends now where nothing was sent, and begins before', () => {
    const [from, to] = periodOf({}) as readonly string[];
    expect(to).toBe('2026-01-31T09:00:00.000Z');
    expect(Date.parse(from ?? '')).toBeLessThan(now);
  });

  it.each([
    [
      'an end that is the start',
      { start_date: '2026-01-30T08:00:00Z', end_date: '2026-01-30T08:00:00Z' },
      'end_date',
      'end_date must lie after start_date',
    ],
    [
      'a start in the future',
      { start_date: '2026-02-01' },
      'start_date',
      'start_date must not lie in the future',
    ],
    [
      'a start at this moment',
      { start_date: '2026-01-31T09:00:00.000Z' },
      'start_date',
      'start_date must lie in the past',
    ],
  ] as const)('refuses %s, and names the key that has to be changed', (_what, query, field, message) => {
    const sent: Readonly<Record<string, string>> = query;
    expect(periodOf(query)).toEqual({ message, field, value: sent[field] });
  });

  it('refuses an end far in the future without a start, by the end', () => {
    expect(periodOf({ end_date: '2027-01-01' })).toMatchObject({ field: 'end_date', value: '2027-01-01' });
  });

  it('refuses a period of many years, by its start', () => {
    expect(periodOf({ start_date: '1999-01-01' })).toMatchObject({
      field: 'start_date',
      value: '1999-01-01',
    });
  });
});

describe('wholeIntervalsOf', () => {
  const from = new Date('2026-01-31T08:30:00.000Z');

  it('widens a period to whole intervals', () => {
    expect(wholeIntervalsOf({ from, to: new Date(now) }, 'hour', hour)).toEqual({
      from: new Date('2026-01-31T08:00:00.000Z'),
      to: new Date('2026-01-31T09:59:59.999Z'),
    });
  });

  it('accepts 400 intervals, and refuses one more by the interval', () => {
    const start = Date.parse('2026-01-01T00:00:00.000Z');
    const period = (hours: number) => ({ from: new Date(start), to: new Date(start + hours * hour - 1) });
    expect(wholeIntervalsOf(period(400), 'hour', hour)).toEqual(period(400));
    expect(() => wholeIntervalsOf(period(401), 'hour', hour)).toThrow(
      expect.objectContaining({
        message: 'A period of more than 400 hours is too long',
        details: expect.objectContaining({ field: 'interval', value: 'hour' }),
      }),
    );
  });
});
