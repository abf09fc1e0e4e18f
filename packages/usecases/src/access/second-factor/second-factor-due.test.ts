import { describe, expect, it } from '@jest/globals';

import { needsSecondFactor, secondFactorDueAt } from './second-factor-due.js';

describe('the second factor', () => {
  it.each(['admin', 'operator'] as const)('is required of the role %s after seven days', (role) => {
    expect(needsSecondFactor(role)).toBe(true);
    expect(secondFactorDueAt(role, 1000)).toBe(1000 + 7 * 24 * 3_600_000);
  });

  it('is never required of a viewer', () => {
    expect(needsSecondFactor('viewer')).toBe(false);
    expect(secondFactorDueAt('viewer', 1000)).toBeNull();
  });
});
