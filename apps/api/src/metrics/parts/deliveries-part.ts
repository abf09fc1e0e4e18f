import type { DeliveryStatus } from '@leadbridge/contracts';
import type { Clock } from '@leadbridge/platform';
import type { Registry } from 'prom-client';

import { ageSeconds } from './age.js';
import { gaugeOf, type MetricsPart } from './metrics-part.js';

export interface DeliveryFigures {
  readonly clock: Clock;
  readonly countDeliveries: (
    statuses: readonly DeliveryStatus[],
  ) => Promise<ReadonlyMap<DeliveryStatus, number>>;
  readonly oldestPendingDelivery: () => Promise<Date | null>;
}

export function deliveriesPart(registry: Registry, figures: DeliveryFigures): MetricsPart {
  const deliveries = gaugeOf(registry, 'deliveries', 'Deliveries to webhooks that are kept, by status', [
    'status',
  ]);
  const age = gaugeOf(
    registry,
    'delivery_oldest_pending_seconds',
    'Age of the oldest delivery that is still to be made; 0 for none',
  );
  return {
    name: 'deliveries',
    gauges: [deliveries, age],
    read: async () => {
      const [counts, oldest] = await Promise.all([
        figures.countDeliveries(['pending', 'failed']),
        figures.oldestPendingDelivery(),
      ]);
      return () => {
        age.set(ageSeconds(figures.clock, oldest));
        counts.forEach((count, status) => {
          deliveries.set({ status }, count);
        });
      };
    },
  };
}
