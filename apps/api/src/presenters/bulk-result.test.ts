import { describe, expect, it } from '@jest/globals';
import type { JobRecord, JobRow, SentRow, SucceededOutcome } from '@leadbridge/usecases';

import { bulkJob } from '../testing/bulk-job.js';
import { rowServices } from '../testing/row-services.js';
import { bulkCounts, bulkResult } from './bulk-result.js';

const imported: SucceededOutcome = {
  status: 'succeeded',
  result: 'created',
  leadId: 7,
  psaTicketId: 42,
  qualityScore: 80,
  warnings: [],
  actionsTaken: [],
};
const failed = (code: string) => ({ status: 'failed', code, error: 'Why' }) as const;

const resultOf = async (
  rows: readonly JobRow[],
  record: JobRecord = bulkJob,
  sent: readonly SentRow[] = [],
) => await bulkResult(record, rowServices(rows, sent));

describe('the result of a bulk import', () => {
  it('has the succeeded rows in one list and the failed ones in another, by index', async () => {
    const result = await resultOf([
      { index: 0, row: 1, status: 'succeeded', outcome: imported },
      {
        index: 1,
        row: 2,
        status: 'failed',
        outcome: { ...failed('VALIDATION_ERROR'), suggestion: 'Correct it' },
      },
      { index: 2, row: 3, status: 'succeeded', outcome: { ...imported, result: 'preserved', leadId: null } },
    ]);
    expect(result).toEqual({
      total_processed: 3,
      successful: 2,
      failed: 1,
      results: [
        { index: 0, row: 1, success: true, lead_id: 7, result: 'created' },
        { index: 2, row: 3, success: true, lead_id: null, result: 'preserved' },
      ],
      errors: [{ index: 1, row: 2, error: 'Why', code: 'VALIDATION_ERROR', suggestion: 'Correct it' }],
    });
  });

  it('names the persons of failed rows, which people look for', async () => {
    const data = { first_name: 'Jo', last_name: 'Doe', company: 'Acme Works' };
    const sent = [0, 1].map((index): SentRow => ({ jobId: 'job_1', index, source: 'csv', data }));
    const result = await resultOf(
      [
        { index: 0, row: 2, status: 'succeeded', outcome: imported },
        { index: 1, row: 3, status: 'failed', outcome: failed('VALIDATION_ERROR') },
      ],
      bulkJob,
      sent,
    );
    expect(result.results).toEqual([{ index: 0, row: 2, success: true, lead_id: 7, result: 'created' }]);
    expect(result.errors).toEqual([
      { index: 1, row: 3, error: 'Why', code: 'VALIDATION_ERROR', name: 'Jo Doe', company: 'Acme Works' },
    ]);
  });

  it('has rows without an outcome in neither list', async () => {
    const result = await resultOf([{ index: 0, row: 1, status: 'pending', outcome: null }]);
    expect(result).toMatchObject({ total_processed: 0, results: [], errors: [] });
  });

  it('lists rows that a cancelled import did not reach, without counting them as failed', async () => {
    const result = await resultOf([
      { index: 0, row: 1, status: 'succeeded', outcome: imported },
      { index: 1, row: 2, status: 'failed', outcome: failed('CANCELLED') },
    ]);
    expect(result).toMatchObject({ total_processed: 1, successful: 1, failed: 0 });
    expect(result.errors).toHaveLength(1);
  });

  it('shows warnings, and the kind of key by which an opt-out matched', async () => {
    const outcome = { ...imported, warnings: ['The name was shortened'], suppressedBy: 'email' } as const;
    const { results } = await resultOf([{ index: 0, row: 1, status: 'succeeded', outcome }]);
    expect(results[0]).toMatchObject({ warnings: ['The name was shortened'], suppressed_by: 'email' });
  });
});

it('the counts of a job add up while it runs', () => {
  expect(bulkCounts(bulkJob)).toEqual({ total_processed: 4, successful: 3, failed: 1 });
});
