import { randomUUID } from 'node:crypto';

import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

import type { Measurement } from '../figure.js';
import { importBulk, leads, post, startService } from '../service.js';
import { bareImportsPerSecond } from './bare-import.js';

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
      const bares: number[] = [];
      const noOps: number[] = [];
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        const { job } = await importBulk(system, leads(100_000 * (repetition + 1), rows), {
          batch_size: 500,
        });
        rates.push(rows / secondsAtWork(job));
        bares.push(await bareImportsPerSecond(system, rows));
        noOps.push(await noOpJobsPerSecond(system.redisUrl));
      }
      return [
        {
          name: 'new leads imported by one worker',
          unit: 'leads/s',
          values: rates,
          goal: null,
          note: 'from the job’s start to its end: as with the no-op jobs, handing it over is not counted',
        },
        {
          name: 'a program that only writes: PSA, lead, outcome, event',
          unit: 'leads/s',
          values: bares,
          goal: null,
          note: 'no rules, no look-ups, no locks, nothing that survives a crash: what no import can be faster than here',
        },
        { name: 'no-op BullMQ jobs, concurrency 20', unit: 'jobs/s', values: noOps, goal: null },
        {
          name: 'leads against no-op jobs',
          unit: 'ratio',
          values: against(rates, noOps),
          goal: { atLeast: 0.12 },
        },
        { name: 'only writing against no-op jobs', unit: 'ratio', values: against(bares, noOps), goal: null },
        { name: 'leads against only writing', unit: 'ratio', values: against(rates, bares), goal: null },
      ];
    } finally {
      await system.stop();
    }
  },
};

function against(rates: readonly number[], others: readonly number[]): number[] {
  return rates.map((rate, index) => rate / (others[index] ?? Number.NaN));
}

function secondsAtWork(job: Readonly<Record<string, unknown>>): number {
  return (Date.parse(String(job['finished_at'])) - Date.parse(String(job['started_at']))) / 1_000;
}

/** Jobs added beforehand, then consumed by one worker with 20 slots: the queue alone, without any work. */
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
