import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isCalendarDate } from './calendar-date.js';

describe('specification, "Endpoints": "Dates are YYYY-MM-DD"', () => {
  it.each(['2026-01-01', '2026-12-31', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])(
    '%s is a day',
    (text) => {
      expect(isCalendarDate(text)).toBe(true);
    },
  );

  it.each([
    '2026-02-30',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '2026/01/01',
    '01.01.2026',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '',
    'tomorrow',
  ])('%p is not a day', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });

  it('law: every day of the calendar is a day', () => {
    const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, (date) => {
        expect(isCalendarDate(date.toISOString().slice(0, 10))).toBe(true);
      }),
    );
  });
});
