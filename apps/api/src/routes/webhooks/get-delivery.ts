import { deliveryParams, deliveryViewSchema } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentDeliveryTo } from '../../presenters/webhook-view.js';

export const getDelivery = defineRoute({
  method: 'get',
  path: '/webhooks/:webhook_id/deliveries/:delivery_id',
  permission: 'data.view.readonly',
  summary: 'Get a delivery with its attempts',
  description:
    'Requests and responses are kept with at most 4 kB of their bodies, secrets masked; without the permission `data.sync` they are omitted.',
  tags: ['Webhooks'],
  request: { params: deliveryParams },
  responses: { 200: { description: 'The delivery.', schema: deliveryViewSchema } },
  errors: [404],
  handler: async ({ params, credential, services }) => {
    const { webhook_id: webhookId, delivery_id: deliveryId } = params;
    const delivery = await services.webhooks.resending.findDelivery(webhookId, deliveryId);
    return ok(presentDeliveryTo(credential, delivery));
  },
});
