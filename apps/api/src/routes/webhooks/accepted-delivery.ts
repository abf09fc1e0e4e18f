import type { DeliveryRecord } from '@leadbridge/usecases';

import { presentDelivery } from '../../presenters/webhook-view.js';
import type { Answer } from '../../http/answer.js';
import { apiPrefix } from '../../http/api-prefix.js';

/** 202: the delivery is queued; its URL shows the outcome. */
export function acceptedDelivery(delivery: DeliveryRecord): Answer {
  const { webhookId, deliveryId } = delivery;
  return {
    status: 202,
    headers: { Location: `${apiPrefix}/webhooks/${webhookId}/deliveries/${deliveryId}` },
    body: presentDelivery(delivery),
  };
}
