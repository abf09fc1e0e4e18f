import type { DispatchMonitor } from '@leadbridge/usecases';
import type { Registry } from 'prom-client';

import { gaugeOf, type MetricsPart } from './metrics-part.js';

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
