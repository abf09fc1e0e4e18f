import { afterEach, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import { currentRequestContext, silentLogger, systemClock, type Logger } from '@leadbridge/platform';

import { createDeliveryLanes } from './delivery-lanes.js';
import { createJobQueue } from './job-queue.js';
import { createJobWorker, type JobHandler } from './job-worker.js';

const { redisUrl, redisKeyPrefix } = testServers();
const settings = { redis: { redisUrl }, prefix: redisKeyPrefix, clock: systemClock, logger: silentLogger };
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const closing: { close(): Promise<void> }[] = [];

async function harness(handler: JobHandler) {
  const queue = createJobQueue({ ...settings, waits: false });
  await until(() => queue.connection.status === 'ready');
  const worker = createJobWorker([{ key: 'webhookDeliveries', handler, concurrency: 10 }], settings);
  closing.push(worker, queue);
  return createDeliveryLanes({ queue, clock: systemClock, logger: silentLogger });
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!condition() && Date.now() < deadline) {
    await pause(10);
  }
}

afterEach(async () => {
  for (const part of closing.splice(0)) {
    await part.close();
  }
});

describe('delivery lanes', () => {
  it('run one job for each webhook, however often they are woken', async () => {
    const runs: string[] = [];
    const lanes = await harness(async ({ jobId }) => {
      runs.push(jobId);
      await pause(300);
      return { done: true };
    });
    await lanes.wake(['wh_1', 'wh_2']);
    await until(() => runs.length === 2);
    expect(runs.sort()).toEqual(['wh_1', 'wh_2']);
  });

  it('never run two jobs of a webhook at once, and run again if woken meanwhile', async () => {
    let underWay = 0;
    let most = 0;
    let runs = 0;
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const lanes = await harness(async () => {
      underWay += 1;
      runs += 1;
      most = Math.max(most, underWay);
      await released;
      await pause(50);
      underWay -= 1;
      return { done: true };
    });
    await lanes.wake(['wh_3']);
    await until(() => underWay === 1);
    for (let count = 0; count < 20; count += 1) {
      await lanes.wake(['wh_3']);
    }
    release();
    await until(() => runs === 2 && underWay === 0);
    await pause(400);
    expect([runs, most]).toEqual([2, 1]);
    await lanes.wake(['wh_3']);
    await until(() => runs === 3);
    expect(runs).toBe(3);
  });

  it('are no jobs by whose id errors and log lines could be found', async () => {
    const contexts: unknown[] = [];
    const lanes = await harness(() => {
      contexts.push(currentRequestContext());
      return Promise.resolve({ done: true });
    });
    await lanes.wake(['wh_7']);
    await until(() => contexts.length === 1);
    expect(contexts).toEqual([{}]);
  });

  it('come back when they have to wait, and when they fail', async () => {
    const runs: number[] = [];
    const lanes = await harness(({ attempt }) => {
      runs.push(attempt);
      if (runs.length === 1) {
        return Promise.resolve({ done: false, continueAt: Date.now() + 100 });
      }
      return runs.length === 2
        ? Promise.reject(new Error('MongoDB is away'))
        : Promise.resolve({ done: true });
    });
    await lanes.wake(['wh_4']);
    await until(() => runs.length === 3);
    expect(runs).toEqual([1, 1, 2]);
  });

  it('do not fail their caller while Redis is unavailable', async () => {
    const warnings: string[] = [];
    const logger: Logger = { ...silentLogger, warn: (message) => warnings.push(message) };
    const queue = createJobQueue({
      ...settings,
      redis: { redisUrl: 'redis://127.0.0.1:1' },
      logger: silentLogger,
      waits: false,
    });
    await createDeliveryLanes({ queue, clock: systemClock, logger }).wake(['wh_5']);
    expect(warnings).toEqual(['deliveries could not be queued; they will be found from their records']);
    queue.connection.disconnect();
  });
});
