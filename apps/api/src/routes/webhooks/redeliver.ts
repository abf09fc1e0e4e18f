import { deliveryParams, deliveryViewSchema, emptyBody } from '@leadbridge/contracts';

import { acceptedDelivery } from './accepted-delivery.js';
import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';

export const redeliver = defineRoute({
  method: 'post',
  path: '/webhooks/:webhook_id/deliveries/:delivery_id/redeliver',
  permission: 'data.sync',
  summary: 'Send one event again',
  description: 'Sends it at once, with the same event id. If it fails, all retries start again.',
  tags: ['Webhooks'],
  request: { params: deliveryParams, body: emptyBody },
  responses: {
    202: { description: 'The delivery; read it again for the result.', schema: deliveryViewSchema },
  },
  errors: [404, 409],
  idempotent: true,
  handler: async (request) => {
    const { params, services } = request;
    const { webhook_id: webhookId, delivery_id: deliveryId } = params;
    return acceptedDelivery(
      await services.webhooks.resending.redeliver(webhookId, deliveryId, auditOrigin(request)),
    );
  },
});
