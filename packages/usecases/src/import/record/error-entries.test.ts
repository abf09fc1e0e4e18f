import { describe, expect, it } from '@jest/globals';

import { alex, importRow } from '../testing/import-rows.js';
import { entriesOfFailures } from './error-entries.js';

const failure = (code: string, index: number, jobId = 'job_a1') => ({
  row: importRow(alex, { ref: { jobId, index }, row: index + 2 }),
  outcome: { status: 'failed', code, error: `${code} happened` } as const,
});

describe('the error log entries of failures', () => {
  it('are one for each reason of a job, with its rows', () => {
    const decided = [
      failure('VALIDATION_ERROR', 0),
      failure('EXTERNAL_API_ERROR', 1),
      failure('VALIDATION_ERROR', 2),
      failure('VALIDATION_ERROR', 0, 'job_b2'),
    ];
    expect(entriesOfFailures(decided, { ofBulk: true })).toMatchObject([
      {
        jobId: 'job_a1',
        errorCode: 'VALIDATION_ERROR',
        level: 'warning',
        fault: 'caller',
        source: 'import',
        rows: [
          { index: 0, row: 2 },
          { index: 2, row: 4 },
        ],
      },
      {
        jobId: 'job_a1',
        errorCode: 'EXTERNAL_API_ERROR',
        level: 'error',
        fault: 'service',
        source: 'psa',
        rows: [{ index: 1, row: 3 }],
      },
      { jobId: 'job_b2', errorCode: 'VALIDATION_ERROR', rows: [{ index: 0, row: 2 }] },
    ]);
  });

  it('name no rows for single imports', () => {
    expect(entriesOfFailures([failure('VALIDATION_ERROR', 0)], { ofBulk: false })[0]).not.toHaveProperty(
      'rows',
    );
  });
});
