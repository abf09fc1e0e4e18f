import { ageSeconds } from './age.js';
import type { ServiceFigures } from './figures.js';
import { definePart } from './metrics-part.js';

type Figures = Pick<ServiceFigures, 'countDeliveries' | 'oldestPendingDelivery' | 'clock'>;

export const deliveriesPart = definePart({
  name: 'deliveries',
  gauges: {
    deliveries: ['Deliveries to webhooks that are kept, by status', 'status'],
    delivery_oldest_pending_seconds: ['Age of the oldest delivery that is still to be made; 0 for none'],
  },
  read: async ({ countDeliveries, oldestPendingDelivery, clock }: Figures) => {
    const [counts, oldest] = await Promise.all([
      countDeliveries(['pending', 'failed']),
      oldestPendingDelivery(),
    ]);
    return {
      deliveries: Object.fromEntries(counts),
      delivery_oldest_pending_seconds: ageSeconds(clock, oldest),
    };
  },
});
