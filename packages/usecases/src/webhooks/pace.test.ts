import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { adjustPace, startingPace } from './pace.js';

const after = (responses: readonly boolean[]): number => responses.reduce(adjustPace, startingPace);

describe('the number of concurrent requests to one target', () => {
  it('grows with every response, up to 40', () => {
    expect(after([true, true, true])).toBe(startingPace + 3);
    expect(after(Array.from({ length: 200 }, () => true))).toBe(40);
  });

  it('drops quickly without responses, so that a target that hangs ties up little', () => {
    expect(after([...Array.from({ length: 200 }, () => true), false, false, false, false, false])).toBe(2);
  });

  it('never stops a target completely', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean()), (responses) => {
        expect(after(responses)).toBeGreaterThanOrEqual(2);
        expect(after(responses)).toBeLessThanOrEqual(40);
      }),
    );
  });
});
