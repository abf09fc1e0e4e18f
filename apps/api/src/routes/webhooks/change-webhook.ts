import { changeWebhookBody, webhookParams, webhookViewSchema } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentWebhook } from '../../presenters/webhook-view.js';

export const changeWebhook = defineRoute({
  method: 'patch',
  path: '/webhooks/:webhook_id',
  permission: 'data.sync',
  summary: 'Change, disable or enable a webhook',
  description:
    'Pending deliveries of a disabled webhook fail, and can be replayed once it is enabled again. Enabling a webhook clears its earlier failures.',
  tags: ['Webhooks'],
  request: { params: webhookParams, body: changeWebhookBody },
  responses: { 200: { description: 'The webhook as it is now.', schema: webhookViewSchema } },
  errors: [404, 409],
  handler: async (request) => {
    const { params, body, services } = request;
    const changed = await services.webhooks.management.change(params.webhook_id, body, auditOrigin(request));
    return ok(presentWebhook(changed));
  },
});
