import { describe, expect, it } from '@jest/globals';

import { PsaRefusedError, PsaUnavailableError, PsaUncertainError } from '../../ports/psa-errors.js';
import { DeadlyRowError } from '../../work/deadly-row-error.js';
import { faultOutcome } from './undecided-rows.js';

describe('a row whose work failed repeatedly', () => {
  it.each<[string, Error, string, string]>([
    ['the PSA was away', new PsaUnavailableError('away'), 'EXTERNAL_API_ERROR', 'away'],
    ['responses were lost', new PsaUncertainError('lost'), 'EXTERNAL_API_ERROR', 'lost'],
    ['the PSA refused', new PsaRefusedError('no', 400), 'EXTERNAL_API_ERROR', 'no'],
    ['of a fault of ours', new Error('secret address'), 'INTERNAL_ERROR', 'An unexpected error occurred'],
  ])('reports that %s, and may be retried', (_why, fault, code, error) => {
    expect(faultOutcome(fault)).toEqual({
      status: 'failed',
      code,
      error,
      suggestion: expect.stringContaining('found and not created again'),
    });
  });

  it('suggests to check the lead first if it has crashed processes', () => {
    const outcome = faultOutcome(new DeadlyRowError(4, 'lead', true));
    expect([outcome.code, outcome.suggestion]).toEqual([
      'SET_ASIDE',
      expect.stringContaining('Check the lead'),
    ]);
  });
});
