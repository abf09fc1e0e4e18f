import { deliveryListAnswer, deliveryListQuery, webhookParams } from '@leadbridge/contracts';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentDelivery } from '../../presenters/webhook-view.js';

export const listDeliveries = defineRoute({
  method: 'get',
  path: '/webhooks/:webhook_id/deliveries',
  permission: 'data.view.readonly',
  summary: 'What was sent to a webhook, and what came of it; newest first',
  description: 'Events and their deliveries are kept for 30 days.',
  tags: ['Webhooks'],
  request: { params: webhookParams, query: deliveryListQuery },
  answers: { 200: { description: 'A page of deliveries.', schema: deliveryListAnswer } },
  errors: [404],
  handler: async ({ params, query, services }) => {
    const { items, total } = await services.webhooks.resending.deliveries(params.webhook_id, query);
    const { page, limit } = query;
    return ok({ deliveries: items.map(presentDelivery), pagination: { total, page, limit } });
  },
});
