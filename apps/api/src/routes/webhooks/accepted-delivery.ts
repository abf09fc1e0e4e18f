import type { DeliveryRecord } from '@leadbridge/usecases';

import { presentDelivery } from '../../presenters/webhook-view.js';
import type { Answer } from '../../http/answer.js';
import { apiPrefix } from '../../http/api-prefix.js';

/** The delivery is on its way; its address tells what becomes of it. */
export function acceptedDelivery(delivery: DeliveryRecord): Answer {
  const { webhookId, deliveryId } = delivery;
  return {
    status: 202,
    headers: { Location: `${apiPrefix}/webhooks/${webhookId}/deliveries/${deliveryId}` },
    body: presentDelivery(delivery),
  };
}
