import type { Registry } from 'prom-client';

import type { ApiServices } from '../../services.js';
import { gaugeOf, type MetricsPart } from './metrics-part.js';

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
