import { describe, expect, it } from '@jest/globals';

import { fakeService, jobView } from '../testing/fake-service.js';
import { cancelJob, commitJob, listJobs, retryJob, showResults, undoJob } from './jobs.js';

describe('leadbridge job list', () => {
  it('has a line for each job, and what it waits for', async () => {
    const jobs = [
      jobView({ job_id: 'job_2', status: 'queued', waiting_for: { reason: 'queue', until: null } }),
      jobView({ job_id: 'job_1' }),
    ];
    const { context, sent, results } = fakeService({ 'GET /jobs': { jobs } });
    await listJobs(context, { limit: 2, status: 'queued' });
    expect(sent[0]?.options).toEqual({ params: { query: { limit: 2, status: 'queued' } } });
    expect(results.map((line) => line.split('\t').filter((_part, index) => index !== 6))).toEqual([
      ['job_2', 'erasure', 'queued', '1', '0', '1', 'its turn'],
      ['job_1', 'erasure', 'completed', '1', '0', '1', '-'],
    ]);
  });
});

it.each([
  ['cancelled', 'job_1: cancelled'],
  ['active', 'job_1: stops after the current batch'],
] as const)('leadbridge job cancel, of a job that is %s then', async (status, line) => {
  const { context, results } = fakeService({ 'POST /jobs/{job_id}/cancel': jobView({ status }) });
  await cancelJob(context, 'job_1');
  expect(results).toEqual([line]);
});

it('leadbridge job retry follows the new job', async () => {
  const { context, notes, bars } = fakeService({}, { jobId: 'job_2' });
  await retryJob(context, 'job_1');
  expect(notes[0]).toBe('Job job_2 retries the failed rows of job_1');
  expect(bars.at(-1)).toBe('end');
});

it.each([
  [{}, 'skip'],
  [{ ifChanged: 'apply' }, 'apply'],
] as const)('leadbridge job commit with %j', async (options, expected) => {
  const { context, sent } = fakeService({}, { jobId: 'job_2' });
  await commitJob(context, 'job_1', options);
  expect(sent[0]?.options).toMatchObject({ body: { if_changed: expected } });
});

describe('leadbridge job undo', () => {
  it('shows how many rows were undone, and why others were kept', async () => {
    const results = [
      { index: 0, row: 2, success: true, lead_id: 7, result: 'undone' },
      {
        index: 1,
        row: 4,
        success: true,
        lead_id: 8,
        result: 'kept',
        reason: 'Someone has changed the ticket',
        name: 'Jo Doe',
        company: 'Acme',
      },
    ];
    const errors = [
      { index: 2, row: 5, error: 'The PSA rejects it', code: 'EXTERNAL_API_ERROR', name: 'Kim' },
    ];
    const result = { undone: 1, kept: 1, nothing_to_undo: 0, results, errors };
    const fake = fakeService({
      'POST /jobs/{job_id}/undo': { job_id: 'job_2' },
      'GET /jobs/{job_id}': jobView({ result }),
    });
    await undoJob(fake.context, 'job_1', { dryRun: true });
    expect(fake.sent[0]?.options).toMatchObject({ body: { dry_run: true } });
    expect(fake.results).toEqual(
      expect.arrayContaining([
        '1 undone, 1 kept, 0 with nothing to undo',
        'row 4 (Jo Doe, Acme), lead 8: kept: Someone has changed the ticket',
        'row 5 (Kim): failed: The PSA rejects it',
      ]),
    );
  });

  it('shows no counts of an undo that failed as a whole', async () => {
    const fake = fakeService({
      'POST /jobs/{job_id}/undo': { job_id: 'job_2' },
      'GET /jobs/{job_id}': jobView({ result: null }),
    });
    await undoJob(fake.context, 'job_1', {});
    expect(fake.results.join()).not.toContain('undone,');
  });
});

it('leadbridge job results prints CSV, all rows or those of a status', async () => {
  const { context, sent, results } = fakeService({ 'GET /jobs/{job_id}/results': 'index\r\n0\r\n' });
  await showResults(context, 'job_1', { status: 'failed' });
  expect(results).toEqual(['\uFEFFindex\r\n0']);
  expect(sent[0]?.options['params']).toMatchObject({ query: { format: 'csv', status: 'failed' } });
});
