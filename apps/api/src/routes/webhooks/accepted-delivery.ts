import type { DeliveryRecord } from '@leadbridge/usecases';

import { presentDelivery } from '../../presenters/webhook-view.js';
import type { RouteResponse } from '../../http/route-response.js';
import { apiPrefix } from '../../http/api-prefix.js';

/** 202: the delivery is queued; its URL shows the outcome. */
export function acceptedDelivery(delivery: DeliveryRecord): RouteResponse {
  const { webhookId, deliveryId } = delivery;
  return {
    status: 202,
    headers: { Location: `${apiPrefix}/webhooks/${webhookId}/deliveries/${deliveryId}` },
    body: presentDelivery(delivery),
  };
}
