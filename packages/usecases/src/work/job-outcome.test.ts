import { describe, expect, it } from '@jest/globals';

import { jobEnd, refused, refusedFaults, type JobOutcome } from './job-outcome.js';

const at = '2026-01-31T09:00:00.000Z';

function endOf(outcome: JobOutcome) {
  if (outcome.kind !== 'done' && outcome.kind !== 'refused') {
    throw new Error(`It has not ended: ${outcome.kind}`);
  }
  return jobEnd('job_1', outcome, at);
}

describe('the end of a job', () => {
  it('counts as failed if it was refused, and has no result', () => {
    expect(endOf(refused('RESOURCE_NOT_FOUND', 'There is no such lead', { lead_id: 7 }))).toEqual({
      jobId: 'job_1',
      at,
      status: 'failed',
      result: null,
      error: { code: 'RESOURCE_NOT_FOUND', message: 'There is no such lead', details: { lead_id: 7 } },
      progress: { total: 1, processed: 1, successful: 0, failed: 1 },
    });
  });

  it('shows the first of several faults, and names each', () => {
    const faults = [
      { field: 'value', value: -1, message: 'The value must be positive' },
      { field: 'probability', value: 101, message: 'must be at most 100' },
    ];
    expect(endOf(refusedFaults(faults)).error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'The value must be positive',
      details: { field: 'value', value: -1, errors: [{ field: 'value' }, { field: 'probability' }] },
    });
    expect(endOf(refusedFaults(faults, 'Nothing was changed')).error?.message).toBe('Nothing was changed');
  });
});
