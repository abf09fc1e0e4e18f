import { deliveryListResponse, deliveryListQuery, webhookParams, paginationOf } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentDeliveryTo } from '../../presenters/webhook-view.js';

export const listDeliveries = defineRoute({
  method: 'get',
  path: '/webhooks/:webhook_id/deliveries',
  permission: 'data.view.readonly',
  summary: 'List the deliveries of a webhook, newest first',
  description:
    'Events and their deliveries are kept for 30 days. Requests and responses are kept with at most 4 kB of their bodies, secrets masked; without the permission `data.sync` they are omitted.',
  tags: ['Webhooks'],
  request: { params: webhookParams, query: deliveryListQuery },
  responses: { 200: { description: 'A page of deliveries.', schema: deliveryListResponse } },
  errors: [404],
  handler: async ({ params, query, credential, services }) => {
    const found = await services.webhooks.resending.deliveries(params.webhook_id, query);
    const deliveries = found.items.map((delivery) => presentDeliveryTo(credential, delivery));
    return ok({ deliveries, pagination: paginationOf('deliveries', query, found) });
  },
});
