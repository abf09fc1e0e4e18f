import { webhookParams, webhookViewSchema } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentWebhookTo } from '../../presenters/webhook-view.js';

export const getWebhook = defineRoute({
  method: 'get',
  path: '/webhooks/:webhook_id',
  permission: 'data.view.readonly',
  summary: 'Get a webhook',
  description: 'Without the permission `data.sync`, `url` contains only scheme, host and port.',
  tags: ['Webhooks'],
  request: { params: webhookParams },
  responses: { 200: { description: 'The webhook, without its secret.', schema: webhookViewSchema } },
  errors: [404],
  handler: async ({ params, credential, services }) =>
    ok(presentWebhookTo(credential, await services.webhooks.management.find(params.webhook_id))),
});
