import { describe, expect, it } from '@jest/globals';

import {
  PsaCredentialsError,
  PsaRefusedError,
  PsaUnavailableError,
  PsaUncertainError,
} from '../ports/psa-errors.js';
import { endOfFault, jobError, waitAfterFault } from './job-fault.js';

const secret = new Error('connect mongodb://user:secret@db.example.com');

describe('a job that has run out of attempts', () => {
  it.each([
    [new PsaRefusedError('The client is not known', 400)],
    [new PsaUnavailableError('The PSA responded with 503')],
    [new PsaUncertainError('The response was lost')],
  ])('ends with the words of the PSA: %s', (fault) => {
    expect(jobError(fault)).toEqual({
      code: 'EXTERNAL_API_ERROR',
      message: fault.message,
      details: { service: 'psa' },
    });
  });

  it.each([[secret], ['text'], [null]])('reveals nothing about another error: %s', (fault) => {
    expect(jobError(fault)).toEqual({
      code: 'INTERNAL_ERROR',
      message: 'An unexpected error occurred',
      details: {},
    });
  });

  it('has failed, without a result', () => {
    expect(endOfFault('job_1', secret, '2026-01-31T09:00:00.000Z')).toMatchObject({
      jobId: 'job_1',
      at: '2026-01-31T09:00:00.000Z',
      status: 'failed',
      result: null,
    });
  });
});

describe('a job whose attempt failed', () => {
  it.each([
    [new PsaUnavailableError('503'), 'psa_unavailable'],
    [new PsaUncertainError('lost'), 'psa_unavailable'],
    [new PsaRefusedError('403', 403), 'psa_unavailable'],
    [new PsaCredentialsError('401', 401), 'psa_unavailable'],
    [secret, 'queue'],
  ])('waits after %s for %s', (fault, reason) => {
    expect(waitAfterFault(fault)).toBe(reason);
  });
});
