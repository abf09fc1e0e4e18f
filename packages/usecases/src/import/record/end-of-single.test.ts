import { describe, expect, it } from '@jest/globals';

import type { FailedOutcome, SucceededOutcome } from '../../ports/import-store.js';
import { endOfSingle } from './end-of-single.js';

const at = '2026-01-31T09:00:00.000Z';
const succeeded: SucceededOutcome = {
  status: 'succeeded',
  result: 'created',
  leadId: 12,
  psaTicketId: 300,
  qualityScore: 40,
  warnings: [],
  actionsTaken: ['lead_created'],
};
const failed: FailedOutcome = { status: 'failed', code: 'DUPLICATE', error: 'Duplicate email address' };

describe('the end of a single import', () => {
  it('contains its result, and repeats the ticket id unless the ticket was created', () => {
    expect(endOfSingle('job_1', succeeded, at)).toMatchObject({ status: 'completed', error: null });
    expect(endOfSingle('job_1', succeeded, at).result).not.toHaveProperty('ticketId');
    const skipped = endOfSingle('job_1', { ...succeeded, result: 'skipped', reason: 'No new data' }, at);
    expect(skipped.result).toMatchObject({ ticketId: 300, reason: 'No new data', psaTicketId: 300 });
  });

  it('is a PSA error, or otherwise a validation error with every fault', () => {
    const codeOf = (code: string) => endOfSingle('job_1', { ...failed, code }, at).error?.code;
    expect([codeOf('EXTERNAL_API_ERROR'), codeOf('DUPLICATE')]).toEqual([
      'EXTERNAL_API_ERROR',
      'VALIDATION_ERROR',
    ]);
    const faults = [{ field: 'data.email', value: 'x', message: 'Invalid email address' }];
    expect(endOfSingle('job_1', { ...failed, faults, suggestion: 'Correct it' }, at)).toMatchObject({
      progress: { successful: 0, failed: 1 },
      error: { details: { field: 'data.email', value: 'x', errors: faults, suggestion: 'Correct it' } },
    });
  });
});
