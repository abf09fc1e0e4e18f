import type { DeliveryStatus } from '@leadbridge/contracts';
import type { Clock } from '@leadbridge/platform';
import type { DispatchMonitor } from '@leadbridge/usecases';
import type { Registry } from 'prom-client';

import { ageSeconds, gaugeOf, type MetricsPart } from './metrics-part.js';

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

export function eventDispatchPart(registry: Registry, monitor: Pick<DispatchMonitor, 'read'>): MetricsPart {
  const age = gaugeOf(
    registry,
    'event_dispatch_oldest_waiting_seconds',
    'Age of the oldest event that was not handed to the webhooks yet; 0 for none',
  );
  const stalled = gaugeOf(
    registry,
    'event_dispatch_stalled',
    '1 where events have waited for a minute in which none was handed on, or failed for a minute',
  );
  return {
    name: 'event_dispatch',
    gauges: [age, stalled],
    read: async () => {
      const { oldestWaitingSeconds, isStalled } = await monitor.read();
      return () => {
        age.set(oldestWaitingSeconds);
        stalled.set(isStalled ? 1 : 0);
      };
    },
  };
}
