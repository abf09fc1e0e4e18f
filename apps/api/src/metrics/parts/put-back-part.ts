import { jobWaitReasons } from '@leadbridge/contracts';
import type { JobStore } from '@leadbridge/usecases';
import type { Registry } from 'prom-client';

import { gaugeOf, type MetricsPart } from './metrics-part.js';

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
