import { describe, expect, it } from '@jest/globals';
import type { JobRecord, JobRow } from '@leadbridge/usecases';

import { bulkJob } from '../testing/bulk-job.js';
import { undoResult } from './undo-result.js';

const counts = { total_processed: 3, successful: 2, failed: 1 };
const undoJob = {
  ...bulkJob,
  type: 'undo_import',
  input: { job_id: 'job_0' },
  result: counts,
} as unknown as JobRecord<'undo_import'>;

const resultOf = async (rows: readonly unknown[], record: JobRecord<'undo_import'> = undoJob) =>
  await undoResult(record, {
    jobs: {
      async *streamRows() {
        yield* await Promise.resolve(rows as readonly JobRow[]);
      },
    } as never,
  });

const undone = { status: 'succeeded', leadId: 7, psaTicketId: 42, result: 'undone' };

describe('the result of an undo', () => {
  it('is missing if the undo failed as a whole', async () => {
    expect(await resultOf([], { ...undoJob, result: null })).toBeNull();
  });

  it('lists what was restored and what was kept, by row', async () => {
    const outcome = {
      ...undone,
      result: 'undone',
      fieldsRestored: ['title'],
      fieldsKept: ['phone'],
      reason: 'changed_by_hand',
    };
    const result = await resultOf([{ index: 0, row: 1, status: 'succeeded', outcome }]);
    expect(result?.results).toEqual([
      {
        index: 0,
        row: 1,
        success: true,
        lead_id: 7,
        result: 'undone',
        fields_restored: ['title'],
        fields_kept: ['phone'],
        reason: 'changed_by_hand',
      },
    ]);
  });

  it('lists failures apart, with their suggestion if there is one', async () => {
    const failed = { status: 'failed', code: 'EXTERNAL_API_ERROR', error: 'The PSA rejects it' };
    const result = await resultOf([
      { index: 1, row: 2, status: 'failed', outcome: failed },
      { index: 2, row: 3, status: 'failed', outcome: { ...failed, suggestion: 'Try again' } },
    ]);
    expect(result).toMatchObject({ ...counts, results: [] });
    expect(result?.errors).toEqual([
      { index: 1, row: 2, error: 'The PSA rejects it', code: 'EXTERNAL_API_ERROR' },
      { index: 2, row: 3, error: 'The PSA rejects it', code: 'EXTERNAL_API_ERROR', suggestion: 'Try again' },
    ]);
  });

  it('omits rows without an outcome', async () => {
    expect(await resultOf([{ index: 0, row: 1, status: 'pending', outcome: null }])).toMatchObject({
      results: [],
      errors: [],
    });
  });
});
