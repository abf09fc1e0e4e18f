import { webhookListAnswer } from '@leadbridge/contracts';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentWebhook } from '../../presenters/webhook-view.js';

export const listWebhooks = defineRoute({
  method: 'get',
  path: '/webhooks',
  permission: 'data.view.readonly',
  summary: 'All webhooks, oldest first',
  tags: ['Webhooks'],
  request: {},
  answers: { 200: { description: 'The webhooks, without their secrets.', schema: webhookListAnswer } },
  handler: async ({ services }) => {
    const webhooks = await services.webhooks.management.list();
    return ok({ webhooks: webhooks.map(presentWebhook) });
  },
});
