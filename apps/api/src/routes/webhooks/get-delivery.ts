import { deliveryParams, deliveryViewSchema } from '@leadbridge/contracts';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentDelivery } from '../../presenters/webhook-view.js';

export const getDelivery = defineRoute({
  method: 'get',
  path: '/webhooks/:webhook_id/deliveries/:delivery_id',
  permission: 'data.view.readonly',
  summary: 'One delivery, with its tries',
  tags: ['Webhooks'],
  request: { params: deliveryParams },
  answers: { 200: { description: 'The delivery.', schema: deliveryViewSchema } },
  errors: [404],
  handler: async ({ params, services }) =>
    ok(
      presentDelivery(await services.webhooks.resending.findDelivery(params.webhook_id, params.delivery_id)),
    ),
});
