import { webhookParams } from '@leadbridge/contracts';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';

export const removeWebhook = defineRoute({
  method: 'delete',
  path: '/webhooks/:webhook_id',
  permission: 'data.sync',
  summary: 'Remove a webhook and its deliveries',
  tags: ['Webhooks'],
  request: { params: webhookParams },
  responses: { 204: { description: 'It is removed.', schema: null } },
  errors: [404],
  handler: async (request) => {
    const { params, services } = request;
    await services.webhooks.management.remove(params.webhook_id, auditOrigin(request));
    return { status: 204 };
  },
});
