import { describe, expect, it } from '@jest/globals';
import { LeadbridgeError } from '@leadbridge/client';

import { areShownBeside, fieldErrorsOf } from './field-errors.js';

const refusal = (message: string, details: Readonly<Record<string, unknown>>): LeadbridgeError =>
  new LeadbridgeError('VALIDATION_ERROR', message, { status: 400, details });

describe('the errors of single fields', () => {
  it.each([
    [refusal('url must be a valid uri', { field: 'url' }), { url: 'Must be a valid uri' }],
    [
      refusal('The request is invalid', {
        errors: [
          { field: 'qualification_data.fit_score', message: 'qualification_data.fit_score must be a number' },
          { field: 'email', message: 'Invalid email address' },
          'something else',
        ],
      }),
      { fit_score: 'Must be a number', email: 'Invalid email address' },
    ],
    [refusal('There is no such lead', { lead_id: 7 }), {}],
    [new Error('offline'), {}],
    [null, {}],
  ])('%#', (error, faults) => {
    expect(fieldErrorsOf(error)).toEqual(faults);
  });

  it.each([
    [{ email: 'Is required' }, true],
    [{ body: 'Name an email or a phone' }, false],
    [{ email: 'Is required', body: 'Name an email or a phone' }, false],
    [{}, false],
  ])('%j is shown beside the fields in full: %s', (faults, isShown) => {
    expect(areShownBeside(['email', 'phone'], faults)).toBe(isShown);
  });
});
