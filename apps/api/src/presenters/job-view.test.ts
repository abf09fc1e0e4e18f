import { describe, expect, it } from '@jest/globals';
import type { JobRecord, JobRow, SentRow } from '@leadbridge/usecases';

import type { ApiServices } from '../services.js';
import { bulkJob } from '../testing/bulk-job.js';
import { rowServices } from '../testing/row-services.js';
import { presentJob, presentJobSummary, undoResult } from './job-view.js';

const services = (rows: readonly JobRow[] = []): ApiServices =>
  ({
    ...rowServices(rows),
    estimateFinish: () => Promise.resolve('2026-01-31T09:10:00.000Z'),
    waitingFor: () => Promise.resolve({ reason: 'psa_budget', until: null }),
  }) as never;

const failedRow: JobRow = {
  index: 3,
  row: 4,
  status: 'failed',
  outcome: { status: 'failed', code: 'VALIDATION_ERROR', error: 'Invalid email address' },
};

describe('a job in a list', () => {
  it('has the counts of a finished bulk import, without its rows', async () => {
    expect(await presentJobSummary(bulkJob, services([failedRow]))).toEqual({
      job_id: 'job_1',
      type: 'bulk_import',
      status: 'completed',
      progress: { total: 5, processed: 4, successful: 3, failed: 1, not_processed: 0 },
      result: { total_processed: 4, successful: 3, failed: 1 },
      error: null,
      parent_job_id: null,
      requested_by: 'key_1',
      requested_by_name: 'CRM',
      source: 'csv',
      created_at: '2026-01-31T09:00:00.000Z',
      started_at: null,
      finished_at: null,
      estimated_finish_at: null,
      waiting_for: null,
    });
  });

  it('says when an unfinished job is expected to finish, and what it waits for', async () => {
    expect(await presentJobSummary({ ...bulkJob, status: 'active' }, services())).toMatchObject({
      status: 'active',
      result: null,
      estimated_finish_at: '2026-01-31T09:10:00.000Z',
      waiting_for: { reason: 'psa_budget', until: null },
    });
  });

  it.each(['completed', 'failed', 'cancelled'] as const)('asks nothing about a %s job', async (status) => {
    const silent = services();
    const unexpected = (): never => {
      throw new Error('asked');
    };
    const view = await presentJobSummary(
      { ...bulkJob, status },
      { ...silent, estimateFinish: unexpected, waitingFor: unexpected },
    );
    expect([view.estimated_finish_at, view.waiting_for]).toEqual([null, null]);
  });

  it('shows the error of a failed job, and nothing else of it', async () => {
    const error = {
      code: 'EXTERNAL_API_ERROR',
      message: 'The PSA is not available',
      details: { service: 'psa' },
      stack: 'Error: secret',
    } as unknown as JobRecord['error'];
    const view = await presentJobSummary(
      { ...bulkJob, type: 'lead_import', status: 'failed', error },
      services(),
    );
    expect(view.error).toEqual({
      code: 'EXTERNAL_API_ERROR',
      message: 'The PSA is not available',
      details: { service: 'psa' },
    });
  });

  it('counts the rows that a cancelled import did not process', async () => {
    const progress = { ...bulkJob.progress, notProcessed: 1 };
    expect(
      (await presentJobSummary({ ...bulkJob, status: 'cancelled', progress }, services())).progress,
    ).toEqual({
      total: 5,
      processed: 4,
      successful: 3,
      failed: 1,
      not_processed: 1,
    });
  });
});

describe('one job', () => {
  it('has the rows of a finished bulk import', async () => {
    expect((await presentJob(bulkJob, services([failedRow]))).result).toEqual({
      total_processed: 1,
      successful: 0,
      failed: 1,
      results: [],
      errors: [{ index: 3, row: 4, error: 'Invalid email address', code: 'VALIDATION_ERROR' }],
    });
  });

  it('has the counts alone where the rows are not wanted', async () => {
    const view = await presentJob(bulkJob, services([failedRow]), { results: 'none' });
    expect(view.result).toEqual({ total_processed: 4, successful: 3, failed: 1 });
  });

  it('has no result while the bulk import runs', async () => {
    expect((await presentJob({ ...bulkJob, status: 'active' }, services([failedRow]))).result).toBeNull();
  });
});

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
