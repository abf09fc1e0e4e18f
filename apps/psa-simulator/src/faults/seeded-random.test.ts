import { expect, it } from '@jest/globals';
import fc from 'fast-check';

import { seededRandom, shuffled } from './seeded-random.js';

it('numbers are the same for the same seed, and lie from 0 to 1', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const [one, other] = [seededRandom(seed), seededRandom(seed)];
      const numbers = Array.from({ length: 20 }, one);
      expect(Array.from({ length: 20 }, other)).toEqual(numbers);
      expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
      expect(new Set(numbers).size).toBeGreaterThan(15);
    }),
  );
});

it('a shuffled copy has the same items, and leaves the original as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer(), (items, seed) => {
      const before = [...items];
      expect(shuffled(items, seededRandom(seed)).sort()).toEqual([...items].sort());
      expect(items).toEqual(before);
    }),
  );
});
