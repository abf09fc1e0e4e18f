import { describe, expect, it } from '@jest/globals';
import { AppError, silentLogger } from '@leadbridge/platform';
import type { JobRecord, NewJob } from '@leadbridge/usecases';

import { bulkJob } from '../testing/bulk-job.js';
import { enqueueAndWait, type JobPlan, type WaitOptions } from './enqueue-and-wait.js';
import type { RouteRequest } from './route.js';

interface Situation {
  /** The states of the job's record, one for each look; null while it is not stored. */
  readonly records?: readonly (Partial<JobRecord> | null)[];
  readonly isQueueAway?: boolean;
  readonly request?: Partial<RouteRequest>;
  readonly isRetryTaken?: boolean;
  readonly isOverLimit?: boolean;
}

const plan: JobPlan<'bulk_import'> = {
  type: 'bulk_import',
  input: { source: 'csv', batch_options: {} } as JobPlan<'bulk_import'>['input'],
};

function world({
  records = [],
  isQueueAway = false,
  isRetryTaken = false,
  isOverLimit = false,
  request,
}: Situation) {
  const stored: { readonly how: string; readonly job: NewJob }[] = [];
  const enqueued: string[] = [];
  let now = Date.parse('2026-01-31T09:00:00.000Z');
  let looks = 0;
  let admitted = 0;
  const keep = (how: string) => async (job: NewJob) => {
    stored.push({ how, job });
    return Promise.resolve();
  };
  const services = {
    clock: { now: () => now },
    logger: silentLogger,
    stopping: new AbortController().signal,
    syncWaitSeconds: 25,
    waitingFor: () => Promise.resolve({ reason: 'queue', until: null }),
    queue: {
      enqueue: async ({ jobId }: { readonly jobId: string }) => {
        enqueued.push(jobId);
        return isQueueAway ? Promise.reject(new Error('Redis is away')) : Promise.resolve();
      },
      waitFor: async (_job: unknown, milliseconds: number) => {
        now += milliseconds;
        return Promise.resolve(false);
      },
    },
    jobs: {
      find: async () => {
        const record = records[Math.min(looks, records.length - 1)] ?? null;
        looks += 1;
        return Promise.resolve(record === null ? null : { ...bulkJob, ...record });
      },
      create: keep('alone'),
      createWithRows: keep('with rows'),
      createRetry: async (job: NewJob) => {
        await keep('as a retry')(job);
        return !isRetryTaken;
      },
    },
  };
  const whole = {
    services,
    jobId: 'job_1',
    credential: { id: 'key_1', name: 'CRM', role: 'operator', kind: 'api_key' },
    requestId: 'req_1',
    preference: { respondAsync: false, waitSeconds: null },
    resumed: false,
    admit: async () => {
      admitted += 1;
      return isOverLimit
        ? Promise.reject(new AppError('RATE_LIMIT_EXCEEDED', 'Too many'))
        : Promise.resolve();
    },
    ...request,
  } as unknown as RouteRequest;
  return {
    stored,
    enqueued,
    admitted: () => admitted,
    waitedMs: () => now - Date.parse('2026-01-31T09:00:00.000Z'),
    run: async (given: JobPlan<'bulk_import'> = plan, options?: WaitOptions) =>
      enqueueAndWait(whole, () => given, options),
  };
}

const running = { status: 'active' } as const;
const accepted = {
  job_id: 'job_1',
  status_url: '/api/v1/jobs/job_1',
  waiting_for: { reason: 'queue', until: null },
};

describe('a job that a request starts', () => {
  it('is stored before it is queued, with who asked for it', async () => {
    const { run, stored, enqueued, admitted } = world({ records: [{ status: 'completed' }] });
    await run();
    expect(admitted()).toBe(1);
    expect(enqueued).toEqual(['job_1']);
    expect(stored).toEqual([
      {
        how: 'alone',
        job: {
          jobId: 'job_1',
          type: 'bulk_import',
          input: plan.input,
          requestId: 'req_1',
          actor: { id: 'key_1', name: 'CRM' },
          total: 1,
          createdAt: '2026-01-31T09:00:00.000Z',
        },
      },
    ]);
  });

  it('is stored with its rows, which are its total', async () => {
    const { run, stored } = world({ records: [{ status: 'completed' }] });
    await run({ ...plan, rows: [{ index: 0 }, { index: 1 }] as unknown as NonNullable<typeof plan.rows> });
    expect(stored.map(({ how, job }) => [how, job.total])).toEqual([['with rows', 2]]);
  });

  it('has the PSA as its actor if nobody signed in', async () => {
    const { run, stored } = world({ records: [{ status: 'completed' }], request: { credential: null } });
    await run();
    expect(stored[0]?.job.actor).toEqual({ id: 'psa', name: 'PSA' });
  });

  it('is neither stored nor queued beyond the limit', async () => {
    const { run, stored, enqueued } = world({ isOverLimit: true });
    await expect(run()).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    expect([stored, enqueued]).toEqual([[], []]);
  });

  it('is refused if another retry of the same rows began at the same moment, and not queued', async () => {
    const { run, enqueued } = world({ isRetryTaken: true });
    const retryOf = { jobId: 'job_0', family: {} } as unknown as NonNullable<JobPlan['retryOf']>;
    await expect(run({ ...plan, rows: [], retryOf })).rejects.toMatchObject({
      status: 409,
      details: { reason: 'JOB_RETRY_IN_PROGRESS', job_id: 'job_0' },
    });
    expect(enqueued).toEqual([]);
  });
});

describe('the response', () => {
  it('is the result of a job that finished in time', async () => {
    const { run } = world({ records: [running, { status: 'completed' }] });
    const response = await run(plan, { present: ({ status }) => ({ status: 200, body: { status } }) });
    expect(response).toMatchObject({
      status: 200,
      body: { status: 'completed' },
      headers: { 'X-Job-Id': 'job_1' },
      jobId: 'job_1',
    });
  });

  it('is the error of a job that failed', async () => {
    const error = {
      code: 'EXTERNAL_API_ERROR',
      message: 'The PSA is away',
      details: { service: 'psa' },
    } as const;
    const { run } = world({ records: [{ status: 'failed', error }] });
    expect(await run()).toMatchObject({
      status: 502,
      error: { code: 'EXTERNAL_API_ERROR', message: 'The PSA is away', details: { service: 'psa' } },
      headers: { 'X-Job-Id': 'job_1' },
    });
  });

  it('is 202 with the progress after the whole wait', async () => {
    const { run, waitedMs } = world({ records: [running] });
    expect(await run()).toMatchObject({
      status: 202,
      body: { ...accepted, status: 'active' },
      headers: { Location: '/api/v1/jobs/job_1', 'X-Job-Id': 'job_1' },
    });
    expect(waitedMs()).toBe(25_000);
  });

  it.each([
    ['the caller prefers not to wait', { respondAsync: true, waitSeconds: null }, {}, 0],
    ['the caller names its own wait', { respondAsync: false, waitSeconds: 3 }, {}, 3_000],
    [
      'the endpoint usually waits less',
      { respondAsync: false, waitSeconds: null },
      { usualWaitSeconds: 5 },
      5_000,
    ],
    [
      'the endpoint usually waits longer than the service',
      { respondAsync: false, waitSeconds: null },
      { usualWaitSeconds: 99 },
      25_000,
    ],
    ['the job is for the background', { respondAsync: false, waitSeconds: 60 }, { inBackground: true }, 0],
  ])('waits as long as it should if %s', async (_, preference, options, waited) => {
    const { run, waitedMs } = world({ records: [running], request: { preference } });
    expect(await run(plan, options)).toMatchObject({ status: 202 });
    expect(waitedMs()).toBe(waited);
  });

  it('says which preference it followed', async () => {
    const preference = { respondAsync: true, waitSeconds: 2 };
    const waited = await world({ records: [{ status: 'completed' }], request: { preference } }).run();
    expect(waited.headers?.['Preference-Applied']).toBe('wait=2');
    const early = await world({ records: [running], request: { preference } }).run();
    expect(early.headers?.['Preference-Applied']).toBe('respond-async, wait=2');
  });

  it('is 202 at once if the queue is unavailable: the job is stored and will run', async () => {
    const { run, stored, waitedMs } = world({ isQueueAway: true });
    expect(await run()).toMatchObject({ status: 202, body: { ...accepted, status: 'queued' } });
    expect([stored.length, waitedMs()]).toEqual([1, 0]);
  });
});

describe('a request that is resumed after a crash', () => {
  it('continues with the job that its first run stored', async () => {
    const { run, stored, enqueued, admitted } = world({
      records: [running, { status: 'completed' }],
      request: { resumed: true },
    });
    expect(await run()).toMatchObject({ status: 200 });
    expect([stored, enqueued, admitted()]).toEqual([[], ['job_1'], 0]);
  });

  it('stores the job that its first run did not, without counting it again', async () => {
    const { run, stored, admitted } = world({
      records: [null, { status: 'completed' }],
      request: { resumed: true },
    });
    expect(await run()).toMatchObject({ status: 200 });
    expect([stored.length, admitted()]).toEqual([1, 0]);
  });
});
