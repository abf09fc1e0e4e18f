import type { JobStatus } from '@leadbridge/contracts';
import type { JobRecord } from '@leadbridge/usecases';
import { describe, expect, it } from '@jest/globals';

import { waitForJob } from './wait-for-job.js';

function setUp(options: { statuses: readonly JobStatus[]; queueResponds: boolean }) {
  let now = 0;
  let finds = 0;
  const stopping = new AbortController();
  const services = {
    clock: { now: () => now },
    stopping: stopping.signal,
    queue: {
      enqueue: async () => undefined,
      waitFor: async (_job: unknown, milliseconds: number) => {
        now += options.queueResponds ? 10 : milliseconds;
        return options.queueResponds;
      },
    },
    jobs: {
      find: async () => {
        const status = options.statuses[Math.min(finds, options.statuses.length - 1)];
        finds += 1;
        return { jobId: 'job_1', status } as JobRecord;
      },
    },
  };
  const wait = (milliseconds: number) =>
    waitForJob(services as never, { jobId: 'job_1', type: 'lead_import' }, milliseconds);
  return { wait, stop: () => stopping.abort(), now: () => now };
}

describe('waiting for a job', () => {
  it('returns the record once the queue reports the end', async () => {
    const { wait } = setUp({ statuses: ['completed'], queueResponds: true });
    expect(await wait(25_000)).toMatchObject({ status: 'completed' });
  });

  it('reads again if the queue was faster than the record', async () => {
    const { wait } = setUp({ statuses: ['active', 'active', 'failed'], queueResponds: true });
    expect(await wait(25_000)).toMatchObject({ status: 'failed' });
  });

  it("detects the end by the record if the queue's message got lost", async () => {
    const { wait, now } = setUp({ statuses: ['active', 'cancelled'], queueResponds: false });
    expect(await wait(25_000)).toMatchObject({ status: 'cancelled' });
    expect(now()).toBe(4_000);
  });

  it('gives up when the time is over, to the millisecond', async () => {
    const { wait, now } = setUp({ statuses: ['active'], queueResponds: false });
    expect(await wait(5_000)).toBeNull();
    expect(now()).toBe(5_000);
  });

  it('does not wait in a process that stops', async () => {
    const { wait, stop, now } = setUp({ statuses: ['active'], queueResponds: false });
    stop();
    expect(await wait(5_000)).toBeNull();
    expect(now()).toBe(0);
  });
});
