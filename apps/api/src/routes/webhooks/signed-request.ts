import { AppError } from '@leadbridge/platform';
import type { SignatureVerdict, SignedRequest } from '@leadbridge/usecases';

import type { SignatureRequest } from '../../pipeline/route.js';

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
