import { describe, expect, it } from '@jest/globals';
import type { JobRecord, JobRow, SentRow } from '@leadbridge/usecases';

import { bulkJob } from '../testing/bulk-job.js';
import { rowServices } from '../testing/row-services.js';
import { undoResult } from './undo-result.js';

const counts = { total_processed: 3, successful: 2, failed: 1 };
const undoJob = {
  ...bulkJob,
  type: 'undo_import',
  input: { job_id: 'job_0' },
  result: counts,
} as unknown as JobRecord<'undo_import'>;

const resultOf = async (rows: readonly unknown[], record = undoJob, sent: readonly SentRow[] = []) =>
  await undoResult(record, rowServices(rows as readonly JobRow[], sent));

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

  it('names the person of each row', async () => {
    const data = { name: 'Jo Doe', company: 'Acme Works' };
    const sent = [{ jobId: 'job_1', index: 600, source: 'csv', data }];
    const rows = Array.from({ length: 700 }, (_, index) => ({
      ...{ index, row: index + 2, status: 'succeeded', outcome: undone },
    }));
    const result = await resultOf(rows, undoJob, sent);
    expect(result?.results.filter(({ name }) => name !== undefined)).toMatchObject([
      { index: 600, row: 602, name: 'Jo Doe', company: 'Acme Works' },
    ]);
  });

  it('omits rows without an outcome', async () => {
    expect(await resultOf([{ index: 0, row: 1, status: 'pending', outcome: null }])).toMatchObject({
      results: [],
      errors: [],
    });
  });
});
