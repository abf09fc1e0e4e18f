import { describe, expect, it } from '@jest/globals';

import { isoTime } from './clock.js';
import { CsvError } from './csv/csv-error.js';
import { AppError } from './errors.js';

describe('AppError', () => {
  it('has empty details, no status of its own and no time to wait by default', () => {
    const error = new AppError('VALIDATION_ERROR', 'body.email is required');
    expect(error).toMatchObject({ name: 'AppError', message: 'body.email is required', details: {} });
    expect(error.status).toBeUndefined();
    expect(error.retryAfterSeconds).toBeUndefined();
    expect(error).toBeInstanceOf(Error);
  });

  it('has no cause if none is given, so that logs do not print an undefined one', () => {
    expect(Object.hasOwn(new AppError('INTERNAL_ERROR', 'x', { cause: undefined }), 'cause')).toBe(false);
  });

  it.each([[new Error('socket hang up')], ['a text'], [null], [0]])('keeps %p as its cause', (cause) => {
    expect(new AppError('EXTERNAL_API_ERROR', 'The PSA failed', { cause }).cause).toBe(cause);
  });

  it('keeps a wait of zero seconds', () => {
    const error = new AppError('RATE_LIMIT_EXCEEDED', 'Too many', { status: 429, retryAfterSeconds: 0 });
    expect(error).toMatchObject({ status: 429, retryAfterSeconds: 0 });
  });
});

describe('CsvError', () => {
  it.each<[string, number | null, string]>([
    ['names the line of a fault in a row', 3, 'line 3: a quote is not closed'],
    ['names the first line', 1, 'line 1: a quote is not closed'],
    ['names no line for a fault of the whole file', null, 'a quote is not closed'],
  ])('%s', (_case, line, message) => {
    expect(new CsvError('a quote is not closed', line)).toMatchObject({ name: 'CsvError', line, message });
  });

  it('keeps the cause', () => {
    const cause = new TypeError('invalid byte');
    expect(new CsvError('is not UTF-8', null, { cause }).cause).toBe(cause);
  });
});

describe('isoTime', () => {
  it.each([
    [0, '1970-01-01T00:00:00.000Z'],
    [-1, '1969-12-31T23:59:59.999Z'],
    [Date.UTC(2028, 1, 29, 23, 59, 59, 7), '2028-02-29T23:59:59.007Z'],
    [8.64e15, '+275760-09-13T00:00:00.000Z'],
  ])('writes %d in UTC with milliseconds', (milliseconds, text) => {
    expect(isoTime(milliseconds)).toBe(text);
  });

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [8.64e15 + 1]])('throws for %d', (milliseconds) => {
    expect(() => isoTime(milliseconds)).toThrow(RangeError);
  });
});
