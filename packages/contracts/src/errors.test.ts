import { describe, expect, it } from '@jest/globals';

import {
  completeValidationDetails,
  errorCodeOfStatus,
  errorEnvelopeSchema,
  statusOfErrorCode,
  validationDetails,
} from './errors.js';

describe('error codes', () => {
  it('have the statuses of the decisions', () => {
    expect(statusOfErrorCode).toEqual({
      VALIDATION_ERROR: 400,
      AUTHENTICATION_ERROR: 401,
      AUTHORIZATION_ERROR: 403,
      RESOURCE_NOT_FOUND: 404,
      RATE_LIMIT_EXCEEDED: 429,
      EXTERNAL_API_ERROR: 502,
      INTERNAL_ERROR: 500,
    });
  });

  it.each([
    ...Object.entries(statusOfErrorCode).map(([code, status]) => [status, code] as const),
    [405, 'VALIDATION_ERROR'] as const,
    [409, 'VALIDATION_ERROR'] as const,
    [413, 'VALIDATION_ERROR'] as const,
    [415, 'VALIDATION_ERROR'] as const,
    [503, 'INTERNAL_ERROR'] as const,
  ])('%d is %s', (status, code) => {
    expect(errorCodeOfStatus(status)).toBe(code);
  });

  it('include the first error and all of them', () => {
    const faults = [
      { field: 'data.email', value: 'x', message: 'no email' },
      { field: 'source', value: null, message: 'missing' },
    ];
    expect(validationDetails(faults)).toEqual({ field: 'data.email', value: 'x', errors: faults });
  });

  it('include field, value and every error, however they were thrown', () => {
    const fault = (field: string, value: unknown) => ({ field, value, message: 'no' });
    expect(completeValidationDetails({}, 'no')).toEqual(validationDetails([fault('request', null)]));
    expect(completeValidationDetails({ field: 'method', value: 'PUT', allowed: ['GET'] }, 'no')).toEqual({
      ...validationDetails([fault('method', 'PUT')]),
      allowed: ['GET'],
    });
    const whole = { ...validationDetails([fault('a', 1), fault('b', 2)]), suggestion: 'c' };
    expect(completeValidationDetails(whole, 'other')).toBe(whole);
  });

  it('keep the format of a refused transition', () => {
    const details = { field: 'status', value: 'won', from: 'new_lead', to: 'won', allowed: ['researching'] };
    expect(completeValidationDetails(details, 'no')).toBe(details);
  });

  it("are sent in the specification's envelope, and in no other", () => {
    const error = {
      code: 'VALIDATION_ERROR',
      message: 'no email',
      details: { field: 'data.email', value: 'x' },
      timestamp: '2026-01-01T00:00:00.000Z',
      request_id: 'req_1',
    };
    expect(errorEnvelopeSchema.validate({ error }).error).toBeUndefined();
    for (const key of Object.keys(error)) {
      expect(errorEnvelopeSchema.validate({ error: { ...error, [key]: undefined } }).error).toBeDefined();
    }
    expect(errorEnvelopeSchema.validate({ error: { ...error, code: 'OTHER' } }).error).toBeDefined();
  });
});
