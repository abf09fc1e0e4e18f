import { signatureTestBody, signatureTestQuery, signatureTestResponse } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';
import type { SignatureVerdict, SignedRequest } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { route, type SignatureRequest } from '../../pipeline/route.js';

export const testSignature = route.post('/webhooks/test', {
  permission: 'none',
  signed: true,
  summary: 'Check a signature',
  description:
    'For those who sign requests to the service or build a receiver of its events: X-Webhook-Signature is checked over the raw body, and every timestamp that is sent (X-Webhook-Timestamp, or `timestamp` in the body) against the tolerance of 300 seconds.',
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

/** The signature of a request, as its headers contain it. */
export function signedRequest({
  rawBody,
  headers,
}: Pick<SignatureRequest, 'rawBody' | 'headers'>): SignedRequest {
  const signature = headers['x-webhook-signature'];
  return {
    body: rawBody,
    signature: typeof signature === 'string' ? signature : undefined,
    timestamps: sentTimestamps(headers['x-webhook-timestamp']),
  };
}

/** The timestamp of a header or a body as a list; empty if none was sent. */
export function sentTimestamps(timestamp: unknown): readonly unknown[] {
  return timestamp === undefined || timestamp === null ? [] : [timestamp];
}

/** @throws AppError AUTHENTICATION_ERROR */
export function requireVerified(verdict: SignatureVerdict): void {
  if (!verdict.verified) {
    throw new AppError('AUTHENTICATION_ERROR', verdict.reason);
  }
}
