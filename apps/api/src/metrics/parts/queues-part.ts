import type { Clock } from '@leadbridge/platform';
import type { JobProducer } from '@leadbridge/queue';
import type { Registry } from 'prom-client';

import { oldestWaiting } from '../../connections/read-workers.js';
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
