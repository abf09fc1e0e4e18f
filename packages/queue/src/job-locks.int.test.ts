import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import { silentLogger, systemClock } from '@leadbridge/platform';
import { Worker } from 'bullmq';

import { queueCatalog, recovery } from './catalog.js';
import { workerConnection } from './connections.js';
import { createDeliveryLanes } from './delivery-lanes.js';
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

  it.each([
    ['a job', 'lifecycle', { job_id: 'job_2' }],
    ['the lane of a webhook', 'webhookDeliveries', { webhook_id: 'wh_1' }],
  ] as const)('names %s by its own id, once a worker has lost it and when it fails', async (_, key, ids) => {
    const { name } = queueCatalog[key];
    const connection = workerConnection(settings.redis, silentLogger);
    const lost = new Worker(name, null, { connection, prefix, lockDuration: 500, skipLockRenewal: true });
    const lanes = createDeliveryLanes({ queue, clock: systemClock, logger: silentLogger });
    await (key === 'lifecycle'
      ? queue.enqueue({ jobId: 'job_2', type: 'lead_status' })
      : lanes.wake(['wh_1']));
    await lost.getNextJob('lost');
    await lost.close(true);
    connection.disconnect();
    const lines: { readonly message: string; readonly fields: object | undefined }[] = [];
    const logger = {
      ...silentLogger,
      warn: (message: string, fields?: object) => void lines.push({ message, fields }),
    };
    const handler: JobHandler = () => Promise.reject(new Error('A fault'));
    const worker = createJobWorker([{ key, handler, concurrency: 1 }], { ...settings, logger });
    while (!lines.some(({ message }) => message === 'a job failed')) await sleep(50);
    await worker.close();
    const told = (text: string) => lines.find(({ message }) => message === text)?.fields;
    expect(told('a job lost its worker and is retried')).toEqual({ queue: name, ...ids });
    expect(told('a job failed')).toMatchObject({ queue: name, ...ids });
    expect(Object.keys(told('a job failed') ?? {})).not.toContain(
      key === 'lifecycle' ? 'webhook_id' : 'job_id',
    );
  });
});
