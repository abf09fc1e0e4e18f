import { signatureTestResponse, signatureTestBody, signatureTestQuery } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { requireVerified, sentTimestamps, signedRequest } from './signed-request.js';

export const testSignature = defineRoute({
  method: 'post',
  path: '/webhooks/test',
  permission: 'none',
  signed: true,
  summary: 'Check a signature',
  description:
    'For those who sign requests to the service or build a receiver of its events: X-Webhook-Signature is checked over the raw body, and every timestamp that is sent (X-Webhook-Timestamp, or `timestamp` in the body) against the tolerance of 300 seconds.',
  tags: ['Webhooks'],
  request: { query: signatureTestQuery, body: signatureTestBody },
  responses: { 200: { description: 'The signature is right.', schema: signatureTestResponse } },
  errors: [401, 404],
  checkSignature: async (request) => {
    const { query, services } = request;
    const { webhook_id: webhookId } = query;
    if (typeof webhookId === 'string') {
      await services.webhooks.checkSignature(webhookId, signedRequest(request));
    } else {
      requireVerified(services.psaNotifications.verify(signedRequest(request)));
    }
  },
  handler: ({ body, headers, services }) => {
    if (headers['x-webhook-signature'] === undefined) {
      throw new AppError('AUTHENTICATION_ERROR', 'The X-Webhook-Signature header is missing');
    }
    const sent =
      typeof body === 'object' && body !== null && 'timestamp' in body ? body.timestamp : undefined;
    requireVerified(services.psaNotifications.verifyTimestamps(sentTimestamps(sent)));
    return ok({ success: true, verified: true });
  },
});
