import { unpushedStatuses, type UnpushedStatus } from '@leadbridge/contracts';
import type { Clock } from '@leadbridge/platform';
import type { SuppressionStore } from '@leadbridge/usecases';
import type { Registry } from 'prom-client';

import { ageSeconds } from './age.js';
import { gaugeOf, type MetricsPart } from './metrics-part.js';

export interface OptOutFigures {
  readonly clock: Clock;
  readonly optOuts: Pick<SuppressionStore, 'list'>;
  readonly oldestOptOut: (status: UnpushedStatus) => Promise<Date | null>;
}

export function optOutsPart(registry: Registry, figures: OptOutFigures): MetricsPart {
  const optOuts = gaugeOf(registry, 'opt_outs', 'Opt-outs that their provider does not know of, by status', [
    'status',
  ]);
  const age = gaugeOf(
    registry,
    'opt_out_oldest_seconds',
    'Age of the oldest opt-out that its provider does not know of, by status; 0 for none',
    ['status'],
  );
  return {
    name: 'opt_outs',
    gauges: [optOuts, age],
    read: async () => {
      const pages = await Promise.all(
        unpushedStatuses.map(async (status) => ({
          status,
          page: await figures.optOuts.list({ status, isErased: false, page: 1, limit: 1 }),
          oldest: await figures.oldestOptOut(status),
        })),
      );
      return () => {
        for (const { status, page, oldest } of pages) {
          optOuts.set({ status }, page.total);
          age.set({ status }, ageSeconds(figures.clock, oldest));
        }
      };
    },
  };
}
