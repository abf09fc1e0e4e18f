import { jobWaitReasons } from '@leadbridge/contracts';
import type { Clock } from '@leadbridge/platform';
import type { JobProducer } from '@leadbridge/queue';
import type { JobStore } from '@leadbridge/usecases';
import type { Registry } from 'prom-client';

import { oldestWaiting } from '../../connections/read-workers.js';
import type { ApiServices } from '../../services.js';
import { gaugeOf, type MetricsPart } from './metrics-part.js';

export function queuesPart(
  registry: Registry,
  { queues, clock }: { readonly queues: JobProducer['queues']; readonly clock: Clock },
): MetricsPart {
  const jobs = gaugeOf(registry, 'queue_jobs', 'Jobs in a queue by state', ['queue', 'state']);
  const oldest = gaugeOf(
    registry,
    'queue_oldest_waiting_seconds',
    'Age of the job that has waited longest; 0 for none',
    ['queue'],
  );
  return {
    name: 'queues',
    gauges: [jobs, oldest],
    read: async () => {
      const now = clock.now();
      const read = await Promise.all(
        Object.values(queues).map(async (queue) => {
          const [counts, first] = await Promise.all([
            queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
            oldestWaiting(queue),
          ]);
          return { name: queue.name, counts, since: first ?? now };
        }),
      );
      return () => {
        for (const { name, counts, since } of read) {
          for (const [state, count] of Object.entries(counts)) {
            jobs.set({ queue: name, state }, count);
          }
          oldest.set({ queue: name }, Math.max(0, now - since) / 1_000);
        }
      };
    },
  };
}

export function workersPart(registry: Registry, readWorkers: ApiServices['workers']): MetricsPart {
  const workers = gaugeOf(registry, 'workers', 'Workers that were heard of within the last ten seconds');
  const lastSeen = gaugeOf(
    registry,
    'worker_last_seen_timestamp_seconds',
    'The last sign of life of any worker, in Unix seconds; 0 for none',
  );
  const psaFailing = gaugeOf(
    registry,
    'psa_failing',
    '1 while the workers get no usable responses from the PSA',
  );
  return {
    name: 'workers',
    gauges: [workers, lastSeen, psaFailing],
    read: async () => {
      const state = await readWorkers();
      if (state === null) {
        throw new Error('Redis does not respond');
      }
      return () => {
        workers.set(state.alive);
        lastSeen.set(state.lastSeenAt === null ? 0 : Date.parse(state.lastSeenAt) / 1_000);
        psaFailing.set(state.psaFailure === null ? 0 : 1);
      };
    },
  };
}

/** @param countPutBack jobs that are currently put back, by what they wait for */
export function putBackPart(
  registry: Registry,
  countPutBack: () => ReturnType<JobStore['countPutBack']>,
): MetricsPart {
  const putBack = gaugeOf(registry, 'jobs_put_back', 'Jobs that are put back, by what they wait for', [
    'reason',
  ]);
  return {
    name: 'jobs',
    gauges: [putBack],
    read: async () => {
      const counts = await countPutBack();
      return () => {
        for (const reason of jobWaitReasons.filter((each) => each !== 'no_worker')) {
          putBack.set({ reason }, counts.get(reason) ?? 0);
        }
      };
    },
  };
}
