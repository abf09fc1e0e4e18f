import { randomUUID } from 'node:crypto';

import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

import type { Measurement } from '../figure.js';
import { importBulk, leads, post, startService } from '../service.js';

const repetitions = 3;
const rows = 3_000;
const noOpJobs = 10_000;

export const leadsPerSecond: Measurement = {
  name: 'leads-per-second',
  title: 'Leads per second through one worker, the PSA’s limit lifted, against no-op BullMQ jobs',

  async run() {
    const system = await startService();
    try {
      await post(system, '/sync/leads', { source: 'provider_a', data: leads(1, 1)[0] });
      const rates: number[] = [];
      const noOps: number[] = [];
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        const { seconds } = await importBulk(system, leads(100_000 * (repetition + 1), rows), {
          batch_size: 500,
        });
        rates.push(rows / seconds);
        noOps.push(await noOpJobsPerSecond(system.redisUrl));
      }
      return [
        { name: 'new leads imported by one worker', unit: 'leads/s', values: rates, goal: null },
        { name: 'no-op BullMQ jobs, concurrency 20', unit: 'jobs/s', values: noOps, goal: null },
        {
          name: 'leads against no-op jobs',
          unit: 'ratio',
          values: rates.map((rate, index) => rate / (noOps[index] ?? Number.NaN)),
          goal: { atLeast: 0.3 },
        },
      ];
    } finally {
      await system.stop();
    }
  },
};

/** Jobs added beforehand, then consumed by one worker with 20 slots: the motor alone, without any work. */
async function noOpJobsPerSecond(redisUrl: string): Promise<number> {
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
  const name = `noop-${randomUUID()}`;
  const queue = new Queue(name, { connection });
  await queue.addBulk(Array.from({ length: noOpJobs }, () => ({ name: 'noop', data: { jobId: 'x' } })));
  let done = 0;
  const started = performance.now();
  const consuming = connection.duplicate();
  const worker = new Worker(name, () => Promise.resolve(), { connection: consuming, concurrency: 20 });
  await new Promise<void>((resolve) => {
    worker.on('completed', () => {
      done += 1;
      if (done === noOpJobs) {
        resolve();
      }
    });
  });
  const seconds = (performance.now() - started) / 1_000;
  await worker.close();
  consuming.disconnect();
  await queue.obliterate({ force: true });
  await queue.close();
  connection.disconnect();
  return noOpJobs / seconds;
}
