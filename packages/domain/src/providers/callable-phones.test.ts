import { describe, expect, it } from '@jest/globals';
import { callablePhones, numberIn } from './callable-phones.js';

const listed = (number: unknown, isBarred = false, isInvalid?: boolean) => ({
  number,
  isBarred,
  ...(isInvalid === undefined ? {} : { isInvalid }),
});

describe('the numbers that may be called', () => {
  it('keep their order', () => {
    expect(callablePhones([listed('1'), listed('2')])).toEqual({
      numbers: ['1', '2'],
      areAllBarred: false,
      warnings: [],
    });
  });

  it('are those on no do-not-call list, and the others are counted', () => {
    expect(callablePhones([listed('1', true), listed('2'), listed('3', true)])).toEqual({
      numbers: ['2'],
      areAllBarred: false,
      warnings: ['2 phone numbers that are on a do-not-call list were left out'],
    });
  });

  it('are those that the provider can reach', () => {
    expect(callablePhones([listed('1', false, true), listed('2', false, false)])).toEqual({
      numbers: ['2'],
      areAllBarred: false,
      warnings: ['A phone number that is not valid by the provider was left out'],
    });
  });

  it('a number with both faults counts as barred', () => {
    expect(callablePhones([listed('1', true, true)])).toEqual({
      numbers: [],
      areAllBarred: true,
      warnings: ['A phone number that is on a do-not-call list was left out'],
    });
  });

  it('all are barred only if there is a number', () => {
    expect(callablePhones([])).toEqual({ numbers: [], areAllBarred: false, warnings: [] });
    expect(callablePhones([listed(null, true), listed('  ', true), listed(undefined, true)])).toEqual({
      numbers: [],
      areAllBarred: false,
      warnings: [],
    });
  });

  it('a missing number does not keep the others from being all', () => {
    expect(callablePhones([listed('1', true), listed(null)]).areAllBarred).toBe(true);
    expect(callablePhones([listed('1', true), listed('2', false, true)]).areAllBarred).toBe(false);
  });
});

describe('the number of an entry', () => {
  it('is under the first of its names that has one', () => {
    const entry = { sanitized_number: null, raw_number: '(202) 555-0143', number: '1' };
    expect(numberIn(entry, 'sanitized_number', 'raw_number', 'number')).toBe('(202) 555-0143');
    expect(numberIn({ number: 12_025_550_143 }, 'number')).toBe(12_025_550_143);
  });

  it('under an unknown name is reported by the entry itself', () => {
    const entry = { e164: '+1 202 555 0143', type: 'mobile' };
    expect(numberIn(entry, 'number')).toBe(entry);
    expect(numberIn({ e164: 12_025_550_143 }, 'number')).toEqual({ e164: 12_025_550_143 });
  });

  it.each([
    [{ mobile: { number: '+12025550143' } }],
    [{ mobile: [{ number: '+12025550143' }] }],
    [{ values: ['+12025550143'] }],
  ])('in an inner object or list is reported by the entry itself: %j', (entry) => {
    expect(numberIn(entry, 'number')).toBe(entry);
  });

  it('is not looked for at any depth', () => {
    expect(numberIn({ a: { b: { c: { d: '+12025550143' } } } }, 'number')).toBeUndefined();
  });

  it.each([
    ['an empty entry', {}],
    ['a number of null', { number: null, type: 'mobile' }],
    ['an empty number', { number: ' ', label: 'HQ' }],
    ['a number of null with the day of its check', { number: null, updatedAt: '2026-01-02T10:00:00Z' }],
    ['a number of null with an id', { number: null, id: '66300000' }],
    ['words', { label: 'direct dial', kind: 'mobile' }],
    ['few digits', { extension: '123456' }],
  ])('is missing: %s', (_what, entry) => {
    expect(numberIn(entry, 'number')).toBeUndefined();
  });

  it('is never read from the prototype', () => {
    expect(numberIn({}, 'constructor', '__proto__')).toBeUndefined();
  });
});
