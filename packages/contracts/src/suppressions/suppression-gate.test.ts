import { describe, expect, it } from '@jest/globals';

import { suppressedByKeys, suppressionGate, suppressionGates } from './suppression-gate.js';

describe('the kind of key that matched a person who has opted out', () => {
  it.each([
    ['email', 'email'],
    ['company-person', 'company_and_name'],
    ['phone-person', 'phone_and_name'],
    ['phone', 'phone'],
    ['domain', 'domain'],
  ] as const)('%s is shown as %s', (kind, gate) => {
    expect(suppressionGate(kind)).toBe(gate);
    expect(suppressionGates).toContain(gate);
  });

  it('is left out of rows of other people, and is never the key itself', () => {
    expect(suppressedByKeys.suppressed_by.validate(undefined).error).toBeUndefined();
    expect(suppressedByKeys.suppressed_by.validate('ada@example.com').error).toBeDefined();
  });
});
