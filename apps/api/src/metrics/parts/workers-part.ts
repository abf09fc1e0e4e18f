import type { ServiceFigures } from './figures.js';
import { definePart } from './metrics-part.js';

export const workersPart = definePart({
  name: 'workers',
  gauges: {
    workers: ['Workers that were heard of within the last ten seconds'],
    worker_last_seen_timestamp_seconds: ['The last sign of life of any worker, in Unix seconds; 0 for none'],
    psa_failing: ['1 while the workers get no usable responses from the PSA'],
  },
  read: async ({ workers }: Pick<ServiceFigures, 'workers'>) => {
    const state = await workers();
    if (state === null) {
      throw new Error('Redis does not respond');
    }
    const { alive, lastSeenAt, psaFailure } = state;
    return {
      workers: alive,
      worker_last_seen_timestamp_seconds: lastSeenAt === null ? 0 : Date.parse(lastSeenAt) / 1_000,
      psa_failing: psaFailure === null ? 0 : 1,
    };
  },
});
