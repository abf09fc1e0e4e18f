import type { ServiceFigures } from './figures.js';
import { definePart } from './metrics-part.js';

export const eventDispatchPart = definePart({
  name: 'event_dispatch',
  gauges: {
    event_dispatch_oldest_waiting_seconds: [
      'Age of the oldest event that was not handed to the webhooks yet; 0 for none',
    ],
    event_dispatch_stalled: [
      '1 where events have waited for a minute in which none was handed on, or failed for a minute',
    ],
  },
  read: async ({ dispatchMonitor }: Pick<ServiceFigures, 'dispatchMonitor'>) => {
    const { oldestWaitingSeconds, isStalled } = await dispatchMonitor.read();
    return {
      event_dispatch_oldest_waiting_seconds: oldestWaitingSeconds,
      event_dispatch_stalled: Number(isStalled),
    };
  },
});
