import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import { silentLogger, systemClock } from '@leadbridge/platform';

import { recovery } from './catalog.js';
import { createJobQueue } from './job-queue.js';
import { createJobWorker, type JobHandler } from './job-worker.js';

const { redisUrl, redisKeyPrefix } = testServers();
const prefix = `${redisKeyPrefix}:locks`;
const settings = { redis: { redisUrl }, prefix, clock: systemClock, logger: silentLogger };

describe('the lock of a job', () => {
  const queue = createJobQueue(settings);
  const closing: { close(): Promise<void> }[] = [queue];

  afterAll(async () => {
    for (const part of closing.toReversed()) await part.close();
  });

  it('is renewed for a run that begins before the one that put the job back has ended', async () => {
    let runs = 0;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const handler: JobHandler = async () => {
      runs += 1;
      if (runs > 1) {
        await released;
        return { done: true };
      }
      const isWantedNow = async (): Promise<boolean> => sleep(500, false);
      return { done: false, continueAt: systemClock.now(), isWantedNow };
    };
    closing.push(createJobWorker([{ key: 'leadImports', handler, concurrency: 2 }], settings));
    const job = { jobId: 'job_1', type: 'lead_import' } as const;
    const ended = queue.waitFor(job, 30_000);
    await queue.enqueue(job);
    await sleep(recovery.lockDuration * 0.75);
    const [active] = await queue.queues.leadImports.getActive();
    const key = `${prefix}:${queue.queues.leadImports.name}:${active?.id ?? ''}:lock`;
    const remaining = await queue.connection.pttl(key);
    release();
    expect(await ended).toBe(true);
    expect({ runs, isRenewed: remaining > recovery.lockDuration / 2 }).toEqual({ runs: 2, isRenewed: true });
  });
});
