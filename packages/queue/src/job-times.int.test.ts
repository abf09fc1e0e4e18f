import { afterAll, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import { silentLogger } from '@leadbridge/platform';

import { createDeliveryLanes } from './delivery-lanes.js';
import { createJobQueue } from './job-queue.js';
import { createJobWorker, type JobHandler } from './job-worker.js';

const { redisUrl, redisKeyPrefix } = testServers();
const hoursAhead = 5 * 3_600_000;
const clock = { now: () => Date.now() + hoursAhead };
const settings = { redis: { redisUrl }, prefix: `${redisKeyPrefix}:times`, clock, logger: silentLogger };
const handler: JobHandler = () => Promise.resolve({ done: true });

describe('the times of jobs', () => {
  const queue = createJobQueue(settings);
  const closing: { close(): Promise<void> }[] = [queue];

  afterAll(async () => {
    for (const part of closing.toReversed()) await part.close();
  });

  it('are those of the common clock, whatever the machines say: when a job was added, and how long it took', async () => {
    const { leadImports, webhookDeliveries } = queue.queues;
    await Promise.all([leadImports, webhookDeliveries].map(async (each) => each.waitUntilReady()));
    const before = clock.now();
    const job = { jobId: 'job_1', type: 'lead_import' } as const;
    await queue.enqueue(job);
    await createDeliveryLanes({ queue, clock, logger: silentLogger }).wake(['wh_1']);
    const waiting = await Promise.all(
      [leadImports, webhookDeliveries].map(async (each) => each.getJobs('waiting')),
    );
    const added = waiting.flat().map(({ timestamp }) => timestamp);
    expect(added).toHaveLength(2);
    for (const timestamp of added) {
      expect(timestamp).toBeGreaterThanOrEqual(before);
      expect(timestamp).toBeLessThanOrEqual(clock.now());
    }

    const seconds: number[] = [];
    const ended = queue.waitFor(job, 30_000);
    const countJob = (counted: { readonly seconds: number }): unknown => seconds.push(counted.seconds);
    closing.push(
      createJobWorker([{ key: 'leadImports', handler, concurrency: 1 }], { ...settings, countJob }),
    );
    expect(await ended).toBe(true);
    expect(seconds).toHaveLength(1);
    expect(seconds[0]).toBeGreaterThan(0);
    expect(seconds[0]).toBeLessThan((clock.now() - before) / 1_000 + 1);
  });
});
