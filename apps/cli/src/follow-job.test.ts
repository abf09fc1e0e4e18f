import { describe, expect, it } from '@jest/globals';

import { followJob, waitText, type JobView } from './follow-job.js';
import { fakeService, jobView } from './testing/fake-service.js';

const progress = { total: 9, processed: 4, successful: 3, failed: 1, not_processed: 0 };

describe('the progress of a job', () => {
  it('is shown until the job has finished, and its last state is returned', async () => {
    const last = jobView({ progress: { ...progress, processed: 9 } });
    const { context, bars } = fakeService(
      {},
      { progress: [jobView({ status: 'active', progress }), jobView({ status: 'queued', progress }), last] },
    );
    expect(await followJob(context, 'job_1', 'Import')).toBe(last);
    expect(bars).toEqual(['4 1 failed', '4 queued, 1 failed', '9 completed, 1 failed', 'end']);
  });

  it('says what the job waits for, and how many rows were not processed', async () => {
    const job = jobView({
      status: 'cancelled',
      progress: { ...progress, failed: 0, not_processed: 5 },
      waiting_for: { reason: 'no_worker', until: null },
    });
    const { context, bars } = fakeService({}, { progress: [job] });
    await followJob(context, 'job_1', 'Import');
    expect(bars[0]).toBe('4 cancelled, 5 not processed, waits for a worker: none is running');
  });

  it('says how to come back if the command is interrupted, and no longer once the job has ended', async () => {
    const said: (string | null)[] = [];
    const { context, interrupted } = fakeService({}, {});
    const watched = {
      ...context,
      api: {
        ...context.api,
        jobs: {
          async *watch() {
            said.push(interrupted());
            yield await Promise.resolve(jobView());
          },
        },
      },
    } as unknown as typeof context;
    await followJob(watched, 'job_1', 'Import');
    said.push(interrupted());
    expect(said).toEqual([
      'The job job_1 runs in the background. To come back to it: leadbridge job watch job_1',
      null,
    ]);
  });

  it('must be sent at least once', async () => {
    const { context, bars } = fakeService({}, { progress: [] });
    await expect(followJob(context, 'job_1', 'Import')).rejects.toThrow('sent no progress of the job job_1');
    expect(bars).toEqual([]);
  });
});

describe('what a job waits for', () => {
  const textOf = (waiting: JobView['waiting_for']) => waitText({ waiting_for: waiting });

  it.each([
    ['psa_budget', 'the PSA budget'],
    ['psa_unavailable', 'the PSA, which returns no usable responses'],
    ['queue', 'its turn'],
  ] as const)('%s: %s', (reason, text) => {
    expect(textOf({ reason, until: null })).toBe(text);
  });

  it('includes until when, if that is known', () => {
    expect(textOf({ reason: 'psa_budget', until: '2026-01-31T09:00:00.000Z' })).toMatch(
      /^the PSA budget until \d\d:\d\d:\d\d on 2026-01-3/,
    );
    expect(textOf(null)).toBe('');
  });
});
