import type { JobHandler } from '@leadbridge/queue';
import { runDeliveryLane, type DeliveryLaneDependencies } from '@leadbridge/usecases';

/** The job is named after the webhook whose deliveries are due. */
export function deliverEvents(deliveries: DeliveryLaneDependencies): JobHandler {
  return ({ jobId }) => runDeliveryLane(deliveries, jobId);
}
