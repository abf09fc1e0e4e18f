import { describe, expect, it } from '@jest/globals';

import { calendarDate, emailFilter, moment, timestamp } from './formats.js';

describe('a date', () => {
  it.each(['2026-01-31', '2028-02-29'])('may be %s', (text) => {
    expect(calendarDate.validate(text).error).toBeUndefined();
  });

  it.each([
    '2026-02-30',
    '2027-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '20260101',
    '',
    ' 2026-01-31',
  ])('may not be "%s"', (text) => {
    expect(calendarDate.validate(text, { abortEarly: false }).error?.details).toHaveLength(1);
  });
});

describe('a time', () => {
  it.each([
    '2026-01-31T09:30:00Z',
    '2026-01-31T09:30Z',
    '2026-01-31T09:30:00.123456+02:00',
    '2026-01-31T09:30:00-0530',
  ])('may be %s', (text) => {
    expect(timestamp.validate(text).error).toBeUndefined();
    expect(Number.isNaN(Date.parse(text))).toBe(false);
  });

  it.each([
    '2026-02-30T09:30:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T09:60:00Z',
    '2026-01-31T09:30:00',
    '2026-01-31 09:30:00Z',
    '2026-01-31',
    'now',
    `2026-01-31T09:30:00.${'1'.repeat(50)}Z`,
  ])('may not be "%s"', (text) => {
    expect(timestamp.validate(text).error).toBeDefined();
  });
});

describe('a time in a query', () => {
  it.each([
    ['2026-01-31', '2026-01-31'],
    ['2026-01-31T09:30:00+02:00', '2026-01-31T09:30:00+02:00'],
    ['2026-01-31T09:30:00.123456', '2026-01-31T09:30:00.123456Z'],
    ['2026-01-31T09:30', '2026-01-31T09:30Z'],
  ])('may be %s', (text, understood) => {
    expect(moment.validate(text)).toEqual({ value: understood });
  });

  it.each(['2026-02-30', '2026-02-30T09:30:00', '2026-01-31T25:00:00', '2026-01-31 09:30', '', 'now', '1e9'])(
    'may not be "%s"',
    (text) => {
      expect(moment.label('start_date').validate(text, { abortEarly: false }).error?.message).toBe(
        '"start_date" must be a date that exists (YYYY-MM-DD) or an ISO 8601 time, such as 2026-01-31T09:30:00Z',
      );
    },
  );
});

describe('an email filter', () => {
  it('is compared in lower case', () => {
    expect(emailFilter.validate(' Ada@Example.COM ')).toEqual({ value: 'ada@example.com' });
  });

  it.each([
    '<ada@example.com>',
    'mailto:ada@example.com',
    'ａｄａ＠example.com.',
    'ada\u200b@exam\u00adple.com',
  ])('matches the spelling %j', (text) => {
    expect(emailFilter.validate(text)).toEqual({ value: 'ada@example.com' });
  });

  it.each(['', 'ada', 'ada@example', 'a b@example.com', '@example.com', 'a@b@example.com', 'a@exa$mple.com'])(
    'may not be "%s"',
    (text) => {
      expect(emailFilter.validate(text, { abortEarly: false }).error?.details).toHaveLength(1);
    },
  );
});
