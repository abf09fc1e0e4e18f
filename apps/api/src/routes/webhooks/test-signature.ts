import { signatureTestAnswer, signatureTestBody, signatureTestQuery } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';
import type { SignatureVerdict } from '@leadbridge/usecases';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../http/route.js';

export const testSignature = defineRoute({
  method: 'post',
  path: '/webhooks/test',
  permission: 'none',
  signed: true,
  summary: 'Check a signature',
  description:
    'For whoever signs requests to the service, or builds a receiver of its events: X-Webhook-Signature is checked over the raw body, and every timestamp that is sent (X-Webhook-Timestamp, or `timestamp` in the body) against the tolerance of 300 seconds.',
  tags: ['Webhooks'],
  request: { query: signatureTestQuery, body: signatureTestBody },
  answers: { 200: { description: 'The signature is right.', schema: signatureTestAnswer } },
  errors: [401, 404],
  checkSignature: async ({ rawBody, headers, query, services }) => {
    const request = {
      body: rawBody,
      signature: textOf(headers['x-webhook-signature']),
      timestamps: sentTimestamps(headers['x-webhook-timestamp']),
    };
    const { webhook_id: webhookId } = query;
    if (typeof webhookId === 'string') {
      await services.webhooks.checkSignature(webhookId, request);
    } else {
      requireVerified(services.psaNotifications.verify(request));
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

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

function sentTimestamps(timestamp: unknown): readonly unknown[] {
  return timestamp === undefined || timestamp === null ? [] : [timestamp];
}

function requireVerified(verdict: SignatureVerdict): void {
  if (!verdict.verified) {
    throw new AppError('AUTHENTICATION_ERROR', verdict.reason);
  }
}
