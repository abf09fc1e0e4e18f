import { once } from 'node:events';

import { until } from '@leadbridge/devkit';
import { silentLogger } from '@leadbridge/platform';
import { producerConnection } from '@leadbridge/queue';

import { callerOf } from './caller.js';
import { preload } from './preload.js';
import type { WorkerSystem } from './start-system-here.js';

/** A Node option that ends a process, as by `kill -9`, when it is about to send a given text anywhere. */
export function diesOf(text: string): { readonly NODE_OPTIONS: string } {
  const deadly = `
    import { Socket } from 'node:net';
    for (const name of ['write', '_write', '_writev']) {
      const send = Socket.prototype[name];
      Socket.prototype[name] = function (data, ...rest) {
        const parts = name === '_writev' ? data.map(({ chunk }) => chunk) : [data];
        if (parts.some((part) => Buffer.from(part ?? '').includes(${JSON.stringify(text)}))) {
          process.kill(process.pid, 'SIGKILL');
        }
        return send.call(this, data, ...rest);
      };
    }`;
  return preload(deadly);
}

/**
 * Restarts workers whenever they end, like a process supervisor, until the jobs have ended; returns how
 * often, and gives up after `maxDeaths`.
 */
export async function superviseUntilEnded(
  system: WorkerSystem,
  jobIds: readonly string[],
  maxDeaths: number,
): Promise<number> {
  const areOver = async (): Promise<boolean> => {
    const jobs = await Promise.all(
      jobIds.map(async (jobId) => callerOf(system).call('GET', `/jobs/${jobId}`)),
    );
    return jobs.every(({ body }) => ['completed', 'failed'].includes(String(body['status'])));
  };
  const dead = () => system.workers.filter(({ running }) => !running);
  for (let deaths = 0; ;) {
    await until(async () => dead().length > 0 || (await areOver()));
    deaths += dead().length;
    if (dead().length === 0 || deaths >= maxDeaths) {
      return deaths;
    }
    await dropLocks(system);
    await Promise.all(dead().map(async (worker) => worker.restart()));
  }
}

/** Makes the queue notice early that a worker has ended, which otherwise takes ten seconds. */
async function dropLocks(system: WorkerSystem): Promise<void> {
  const redis = producerConnection(system, silentLogger);
  try {
    await once(redis, 'ready');
    const locks = await redis.keys('leadbridge:*:lock');
    await Promise.all(locks.map(async (lock) => redis.del(lock)));
  } finally {
    redis.disconnect();
  }
}
