import { describe, expect, it } from '@jest/globals';

import { ArrayLimits } from './array-limits.js';

const pattern = 'POST /Tickets';

/** An array of this length that failed, and whose objects were then sent one by one. */
function failAndSendAlone(limits: ArrayLimits, length: number, taken = length): boolean[] {
  limits.arrayFailed(pattern, length);
  return Array.from({ length }, (_, index) => limits.objectSent(pattern, index < taken));
}

describe('the largest array that an endpoint accepts', () => {
  it('is the allowed length until a smaller one is known', () => {
    let largest = 50;
    const limits = new ArrayLimits(() => largest);
    expect(limits.of(pattern)).toBe(50);
    expect(limits.lower(pattern, 20)).toBe(true);
    expect(limits.of(pattern)).toBe(20);
    expect(limits.of('POST /Client')).toBe(50);
    largest = 10;
    expect(limits.of(pattern)).toBe(10);
  });

  it('never increases', () => {
    const limits = new ArrayLimits(() => 50);
    limits.lower(pattern, 5);
    expect(limits.lower(pattern, 5)).toBe(false);
    expect(limits.lower(pattern, 30)).toBe(false);
    expect(limits.of(pattern)).toBe(5);
  });

  it('is 1 after two arrays in a row whose objects were all accepted one by one', () => {
    const limits = new ArrayLimits(() => 50);
    expect(failAndSendAlone(limits, 3)).toEqual([false, false, false]);
    expect(limits.of(pattern)).toBe(50);
    expect(failAndSendAlone(limits, 2)).toEqual([false, true]);
    expect(limits.of(pattern)).toBe(1);
  });

  it('is 1 after two concurrent arrays that failed, once the last of their objects is accepted', () => {
    const limits = new ArrayLimits(() => 50);
    limits.arrayFailed(pattern, 2);
    limits.arrayFailed(pattern, 1);
    const shown = [true, true, true].map((isTaken) => limits.objectSent(pattern, isTaken));
    expect(shown).toEqual([false, false, true]);
  });

  it.each<[string, (limits: ArrayLimits) => void]>([
    ['an array that was taken', (limits) => limits.arrayTaken(pattern)],
    ['an object that failed alone too', (limits) => failAndSendAlone(limits, 3, 2)],
  ])('is uncertain again after %s', (_what, happens) => {
    const limits = new ArrayLimits(() => 50);
    failAndSendAlone(limits, 2);
    happens(limits);
    expect(failAndSendAlone(limits, 2)).toEqual([false, false]);
    expect(limits.of(pattern)).toBe(50);
  });

  it('is independent of other endpoints, and of objects that were not in an array', () => {
    const limits = new ArrayLimits(() => 50);
    expect(limits.objectSent(pattern, true)).toBe(false);
    failAndSendAlone(limits, 2);
    failAndSendAlone(limits, 2);
    expect(limits.of('POST /Client')).toBe(50);
  });
});
