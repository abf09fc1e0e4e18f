import { describe, expect, it } from '@jest/globals';

import { totpStep } from './totp.js';

/** The secret and the codes of RFC 6238, appendix B, truncated to six digits. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code by time', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
  ])('at %d is that of the RFC', (second, code, step) => {
    expect(totpStep(secret, code, second * 1000)).toBe(step);
  });

  it('is also valid in the steps before and after its own, and in no other', () => {
    const step = 37_037_037;
    const steps = [-2, -1, 0, 1, 2].map((shift) =>
      totpStep(secret, '050471', (step + shift) * 30_000 + 5_000),
    );
    expect(steps).toEqual([null, step, step, step, null]);
  });

  it.each(['', '05047', '0504711', 'abcdef', '050472', '０５０４７１'])('is not %j', (code) => {
    expect(totpStep(secret, code, 1_111_111_111_000)).toBeNull();
  });
});
