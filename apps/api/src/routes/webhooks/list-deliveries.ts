import { deliveryListAnswer, deliveryListQuery, webhookParams } from '@leadbridge/contracts';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentDeliveryTo } from '../../presenters/webhook-view.js';

export const listDeliveries = defineRoute({
  method: 'get',
  path: '/webhooks/:webhook_id/deliveries',
  permission: 'data.view.readonly',
  summary: 'What was sent to a webhook, and what came of it; newest first',
  description:
    'Events and their deliveries are kept for 30 days. Without `data.sync`, what the target answered is left out.',
  tags: ['Webhooks'],
  request: { params: webhookParams, query: deliveryListQuery },
  answers: { 200: { description: 'A page of deliveries.', schema: deliveryListAnswer } },
  errors: [404],
  handler: async ({ params, query, credential, services }) => {
    const { items, total } = await services.webhooks.resending.deliveries(params.webhook_id, query);
    const { page, limit } = query;
    const deliveries = items.map((delivery) => presentDeliveryTo(credential, delivery));
    return ok({ deliveries, pagination: { total, page, limit } });
  },
});
