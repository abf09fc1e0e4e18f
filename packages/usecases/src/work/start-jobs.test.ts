import { expect, it } from '@jest/globals';

import { jobOf } from '../lifecycle/testing/records.js';
import { startJobs, storeAndStart } from './start-jobs.js';

const { parentJobId: _parent, ...given } = jobOf('call_record', {
  lead_id: 1,
  occurred_at: '2026-01-31T09:00:00.000Z',
  direction: 'outbound',
});
const job = { ...given, total: 1 };

it('enqueues all of the jobs, and throws no rejection by the queue', async () => {
  const asked: string[] = [];
  const queue = {
    enqueue: async ({ jobId, type }: { readonly jobId: string; readonly type: string }) => {
      asked.push(type);
      return jobId === 'job_2' ? Promise.resolve() : Promise.reject(new Error('Redis is away'));
    },
  };
  await expect(startJobs({ queue }, [job, { ...job, jobId: 'job_2' }])).resolves.toBeUndefined();
  expect(asked).toEqual(['call_record', 'call_record']);
});

it('stores a job before it enqueues it', async () => {
  const done: string[] = [];
  const jobs = { create: async ({ jobId }: { readonly jobId: string }) => void done.push(`stored ${jobId}`) };
  const queue = {
    enqueue: async ({ jobId }: { readonly jobId: string }) => void done.push(`queued ${jobId}`),
  };
  await storeAndStart({ jobs, queue }, job);
  expect(done).toEqual(['stored job_a1', 'queued job_a1']);
});
