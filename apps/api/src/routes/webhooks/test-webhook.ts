import { deliveryViewSchema, emptyBody, webhookParams } from '@leadbridge/contracts';

import { acceptedDelivery } from './accepted-delivery.js';
import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';

export const testWebhook = defineRoute({
  method: 'post',
  path: '/webhooks/:webhook_id/test',
  permission: 'data.sync',
  summary: 'Send the event webhook.test to a webhook',
  description:
    'To this webhook alone, whatever it subscribes to and though it be switched off. A test is sent once and not repeated.',
  tags: ['Webhooks'],
  request: { params: webhookParams, body: emptyBody },
  responses: {
    202: { description: 'The delivery; read it again for the result.', schema: deliveryViewSchema },
  },
  errors: [404],
  idempotent: true,
  handler: async (request) => {
    const { params, services } = request;
    return acceptedDelivery(await services.webhooks.resending.test(params.webhook_id, auditOrigin(request)));
  },
});
