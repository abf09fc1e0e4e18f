import { webhookListResponse } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentWebhookTo } from '../../presenters/webhook-view.js';

export const listWebhooks = defineRoute({
  method: 'get',
  path: '/webhooks',
  permission: 'data.view.readonly',
  summary: 'List webhooks, oldest first',
  description: 'Without the permission `data.sync`, each `url` contains only scheme, host and port.',
  tags: ['Webhooks'],
  request: {},
  responses: { 200: { description: 'The webhooks, without their secrets.', schema: webhookListResponse } },
  handler: async ({ credential, services }) => {
    const webhooks = await services.webhooks.management.list();
    return ok({ webhooks: webhooks.map((webhook) => presentWebhookTo(credential, webhook)) });
  },
});
