import { registeredWebhookResponse, rotateSecretBody, webhookParams } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentWithSecret } from '../../presenters/webhook-view.js';

export const rotateWebhookSecret = defineRoute({
  method: 'post',
  path: '/webhooks/:webhook_id/rotate-secret',
  permission: 'data.sync',
  summary: 'Rotate the secret of a webhook',
  description:
    'For 24 hours, events are signed with both secrets: `webhook-signature` contains a signature for each, `X-Webhook-Signature` the one for the new secret, and `X-Webhook-Signature-Previous` the one for the previous secret.',
  tags: ['Webhooks'],
  request: { params: webhookParams, body: rotateSecretBody },
  responses: {
    200: {
      description: 'The webhook, with the new secret if the service generated it.',
      schema: registeredWebhookResponse,
    },
  },
  errors: [404, 409],
  idempotent: true,
  handler: async (request) => {
    const { params, body, services } = request;
    const { management } = services.webhooks;
    return ok(
      presentWithSecret(await management.rotateSecret(params.webhook_id, body, auditOrigin(request))),
    );
  },
});
