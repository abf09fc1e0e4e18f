import { webhookParams, webhookViewSchema } from '@leadbridge/contracts';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentWebhook } from '../../presenters/webhook-view.js';

export const getWebhook = defineRoute({
  method: 'get',
  path: '/webhooks/:webhook_id',
  permission: 'data.view.readonly',
  summary: 'One webhook',
  tags: ['Webhooks'],
  request: { params: webhookParams },
  answers: { 200: { description: 'The webhook, without its secret.', schema: webhookViewSchema } },
  errors: [404],
  handler: async ({ params, services }) =>
    ok(presentWebhook(await services.webhooks.management.find(params.webhook_id))),
});
