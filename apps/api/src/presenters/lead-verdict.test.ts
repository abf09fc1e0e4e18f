import { describe, expect, it } from '@jest/globals';
import type { LeadVerdict } from '@leadbridge/usecases';

import { presentVerdict } from './lead-verdict.js';

const failure = {
  status: 'failed',
  code: 'VALIDATION_ERROR',
  error: 'email is not valid',
} as const satisfies LeadVerdict['failure'];

describe('presentVerdict', () => {
  it('passes on the warnings and the advice for a lead that would be accepted', () => {
    expect(presentVerdict({ failure: null, warnings: ['No phone'], advice: ['Add a phone'] })).toEqual({
      valid: true,
      warnings: ['No phone'],
      suggestions: ['Add a phone'],
    });
  });

  it('gives the error of the import for a lead that would be rejected', () => {
    expect(presentVerdict({ failure, warnings: ['No phone'], advice: ['Add a phone'] })).toEqual({
      valid: false,
      warnings: ['email is not valid'],
      suggestions: [],
      code: 'VALIDATION_ERROR',
    });
  });

  it('gives every fault in place of the error, which names the first alone', () => {
    const faults = [
      { field: 'email', value: 'x', message: 'email is not valid' },
      { field: 'phone', value: 'y', message: 'phone is not valid' },
    ];
    const suggestion = 'Check the columns';
    expect(presentVerdict({ failure: { ...failure, faults, suggestion }, warnings: [], advice: [] })).toEqual(
      {
        valid: false,
        warnings: ['email is not valid', 'phone is not valid'],
        suggestions: ['Check the columns'],
        code: 'VALIDATION_ERROR',
        errors: faults,
      },
    );
  });
});
