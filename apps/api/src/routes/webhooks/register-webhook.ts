import { registeredWebhookResponse, registerWebhookBody } from '@leadbridge/contracts';

import { apiPrefix } from '../../http/api-prefix.js';
import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentWithSecret } from '../../presenters/webhook-view.js';

export const registerWebhook = defineRoute({
  method: 'post',
  path: '/webhooks',
  permission: 'data.sync',
  summary: 'Register a webhook',
  description:
    'Signed events are posted to its URL. If no secret is given, the service generates one and returns it only in this response.',
  tags: ['Webhooks'],
  request: { body: registerWebhookBody },
  responses: { 201: { description: 'The webhook.', schema: registeredWebhookResponse } },
  idempotent: true,
  handler: async (request) => {
    const { webhooks } = request.services;
    const registered = await webhooks.management.register(request.body, auditOrigin(request));
    return {
      status: 201,
      headers: { Location: `${apiPrefix}/webhooks/${registered.webhook.webhookId}` },
      body: presentWithSecret(registered),
    };
  },
});
