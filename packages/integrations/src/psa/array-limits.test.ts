import { describe, expect, it } from '@jest/globals';

import { ArrayLimits } from './array-limits.js';

const pattern = 'POST /Tickets';

/** An array of so many that failed, whose objects were then sent one by one. */
function failAndSendAlone(limits: ArrayLimits, length: number, taken = length): boolean[] {
  limits.arrayFailed(pattern, length);
  return Array.from({ length }, (_, index) => limits.objectSent(pattern, index < taken));
}

describe('the largest array that an endpoint takes', () => {
  it('is what may be sent at the moment, until less has shown', () => {
    let largest = 50;
    const limits = new ArrayLimits(() => largest);
    expect(limits.of(pattern)).toBe(50);
    expect(limits.lower(pattern, 20)).toBe(true);
    expect(limits.of(pattern)).toBe(20);
    expect(limits.of('POST /Client')).toBe(50);
    largest = 10;
    expect(limits.of(pattern)).toBe(10);
  });

  it('never rises', () => {
    const limits = new ArrayLimits(() => 50);
    limits.lower(pattern, 5);
    expect(limits.lower(pattern, 5)).toBe(false);
    expect(limits.lower(pattern, 30)).toBe(false);
    expect(limits.of(pattern)).toBe(5);
  });

  it('is 1 after two arrays in a row whose objects were all taken alone', () => {
    const limits = new ArrayLimits(() => 50);
    expect(failAndSendAlone(limits, 3)).toEqual([false, false, false]);
    expect(limits.of(pattern)).toBe(50);
    expect(failAndSendAlone(limits, 2)).toEqual([false, true]);
    expect(limits.of(pattern)).toBe(1);
  });

  it('is 1 after two arrays that failed at once, when the last of their objects is taken', () => {
    const limits = new ArrayLimits(() => 50);
    limits.arrayFailed(pattern, 2);
    limits.arrayFailed(pattern, 1);
    const shown = [true, true, true].map((isTaken) => limits.objectSent(pattern, isTaken));
    expect(shown).toEqual([false, false, true]);
  });

  it.each<[string, (limits: ArrayLimits) => void]>([
    ['an array that was taken', (limits) => limits.arrayTaken(pattern)],
    ['an object that failed alone too', (limits) => failAndSendAlone(limits, 3, 2)],
  ])('is in doubt again after %s', (_what, happens) => {
    const limits = new ArrayLimits(() => 50);
    failAndSendAlone(limits, 2);
    happens(limits);
    expect(failAndSendAlone(limits, 2)).toEqual([false, false]);
    expect(limits.of(pattern)).toBe(50);
  });

  it('says nothing of the other endpoints, nor by objects that were in no array', () => {
    const limits = new ArrayLimits(() => 50);
    expect(limits.objectSent(pattern, true)).toBe(false);
    failAndSendAlone(limits, 2);
    failAndSendAlone(limits, 2);
    expect(limits.of('POST /Client')).toBe(50);
  });
});
