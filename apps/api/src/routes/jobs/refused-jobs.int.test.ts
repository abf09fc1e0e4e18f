import { describe, expect, it } from '@jest/globals';
import { erasedCode } from '@leadbridge/contracts';

import { useTestApi } from '../../testing/test-api.js';

const dayMs = 24 * 3_600_000;

describe('a job that cannot be undone, committed or retried', () => {
  const api = useTestApi();

  /** An accepted import, which no worker takes, with what is to be stored of its run. */
  async function importJob(options: object, stored: object = {}): Promise<string> {
    const { body } = await api.call('POST', '/sync/leads/bulk', {
      body: { source: 'provider_c', leads: [{ email: 'ada@example.com' }], batch_options: options },
      headers: { Prefer: 'respond-async' },
    });
    const jobId = String(body['job_id']);
    await api.mongo.collection<{ _id: string }>('jobs').updateOne({ _id: jobId }, { $set: stored });
    return jobId;
  }

  async function otherJob(): Promise<string> {
    const { body } = await api.call('POST', '/erasures', {
      body: { email: 'nobody@example.com' },
      headers: { Prefer: 'respond-async' },
    });
    return String(body['job_id']);
  }

  async function undoJob(): Promise<string> {
    const { body } = await api.call('POST', `/jobs/${await importJob({}, finished(1))}/undo`, { body: {} });
    return String(body['job_id']);
  }

  const finished = (daysAgo: number): object => ({
    status: 'completed',
    finishedAt: new Date(Date.now() - daysAgo * dayMs),
  });

  async function erasedDryRun(): Promise<string> {
    const jobId = await importJob({ dry_run: true }, finished(1));
    await api.mongo.collection('job_rows').updateMany({ jobId }, { $set: { result: erasedCode } });
    return jobId;
  }

  async function failedImport(): Promise<string> {
    const jobId = await importJob({}, { ...finished(1), 'progress.failed': 1 });
    await api.mongo.collection('job_rows').updateMany(
      { jobId },
      {
        $set: {
          status: 'failed',
          result: 'INTERNAL_ERROR',
          outcome: { status: 'failed', code: 'INTERNAL_ERROR', error: 'An unexpected error occurred' },
        },
      },
    );
    return jobId;
  }

  async function singleDryRun(): Promise<string> {
    const { body } = await api.call('POST', '/sync/leads', {
      body: { source: 'provider_c', data: { email: 'ada@example.com' }, options: { dry_run: true } },
      headers: { Prefer: 'respond-async' },
    });
    const jobId = String(body['job_id']);
    const result = { result: 'created', leadId: null, psaTicketId: null, warnings: [], plan: {} };
    await api.mongo
      .collection<{ _id: string }>('jobs')
      .updateOne({ _id: jobId }, { $set: { ...finished(1), result } });
    return jobId;
  }

  const refusal = async (jobId: string, action: string, key?: string): Promise<unknown[]> => {
    // The body of both may be left out.
    const response = await api.call('POST', `/jobs/${jobId}/${action}`, key === undefined ? {} : { key });
    const { code, details } = response.body.error as { code: string; details: Record<string, unknown> };
    return [response.status, code, details['reason']];
  };

  it.each([
    ['undo', 'of another kind', otherJob, 'JOB_NOT_UNDOABLE'],
    ['undo', 'that is an undo', undoJob, 'JOB_NOT_UNDOABLE'],
    ['undo', 'that is a dry run', async () => importJob({ dry_run: true }, finished(1)), 'JOB_NOT_UNDOABLE'],
    ['undo', 'that has not finished', async () => importJob({}), 'JOB_NOT_FINISHED'],
    ['undo', 'that finished 31 days ago', async () => importJob({}, finished(31)), 'JOB_TOO_OLD'],
    ['commit', 'of another kind', otherJob, 'JOB_NO_DRY_RUN'],
    ['commit', 'that has written', async () => importJob({}, finished(1)), 'JOB_NO_DRY_RUN'],
    ['commit', 'that has not finished', async () => importJob({ dry_run: true }), 'JOB_NOT_FINISHED'],
    [
      'commit',
      'that has failed',
      async () => importJob({ dry_run: true }, { ...finished(1), status: 'failed' }),
      'JOB_NO_DRY_RUN',
    ],
    ['commit', 'whose persons were erased', erasedDryRun, 'JOB_NO_DRY_RUN'],
  ])('%s of one %s is refused with 400 and the reason', async (action, _which, make, reason) => {
    expect(await refusal(await make(), action)).toEqual([400, 'VALIDATION_ERROR', reason]);
  });

  it.each<[string, string, () => Promise<string>]>([
    ['commit', 'of a bulk import', async () => importJob({ dry_run: true }, finished(1))],
    ['commit', 'of a single import', singleDryRun],
    ['retry', 'of a bulk import', failedImport],
  ])('%s %s imports nothing of a source that was disabled since', async (action, _which, make) => {
    const jobId = await make();
    const setEnabled = async (enabled: boolean): Promise<unknown> =>
      (await api.call('PUT', '/config', { body: { providers: { provider_c: { enabled } } } })).status;
    expect(await setEnabled(false)).toBe(200);
    const response = await api.call('POST', `/jobs/${jobId}/${action}`);
    expect(await setEnabled(true)).toBe(200);
    expect([response.status, response.body.error]).toEqual([
      400,
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        message: 'source is disabled in the configuration',
        details: expect.objectContaining({ field: 'source', value: 'provider_c' }),
      }),
    ]);
  });

  it.each(['undo', 'commit'])('%s is for those who may import', async (action) => {
    const jobId = await importJob({ dry_run: action === 'commit' }, finished(1));
    expect((await refusal(jobId, action, api.keys.viewer)).slice(0, 2)).toEqual([403, 'AUTHORIZATION_ERROR']);
  });
});
