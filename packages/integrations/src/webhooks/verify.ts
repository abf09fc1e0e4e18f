import { timingSafeEqual } from 'node:crypto';

import type { SignatureVerdict, SignedRequest } from '@leadbridge/usecases';

import { bodySignature } from './sign.js';

/**
 * The maximum difference between a timestamp and now, in either direction (specification, "Webhook
 * authentication").
 */
const toleranceMilliseconds = 300_000;

const signatureForm = /^[0-9a-f]{64}$/i;

/** A larger number is in milliseconds: the year 5138 in seconds, 1973 in milliseconds. */
const minUnixMs = 1e11;

/**
 * Whether a request was recently signed with one of the secrets, over its raw bytes. Every timestamp in it
 * counts: a fresh one in a header does not make up for an old one in the signed body. An unreadable one is
 * refused.
 */
export function verifySignature(
  request: SignedRequest,
  secrets: readonly string[],
  now: number,
): SignatureVerdict {
  const { body, signature, timestamps } = request;
  if (signature === undefined) {
    return refuse('The X-Webhook-Signature header is missing');
  }
  if (!signatureForm.test(signature)) {
    return refuse('The X-Webhook-Signature header is not the hex form of an HMAC-SHA256');
  }
  const sent = Buffer.from(signature, 'hex');
  // Every secret is tried, so that the duration does not reveal which one matched.
  const matches = secrets.filter((secret) =>
    timingSafeEqual(sent, Buffer.from(bodySignature(body, secret), 'hex')),
  );
  if (matches.length === 0) {
    return refuse('The signature does not match the body');
  }
  return verifyTimestamps(timestamps, now);
}

/** The remaining check for a request that was authenticated by a credential. */
export function verifyTimestamps(timestamps: readonly unknown[], now: number): SignatureVerdict {
  for (const timestamp of timestamps) {
    const at = readTimestamp(timestamp);
    if (at === null) {
      return refuse('The timestamp cannot be read');
    }
    if (Math.abs(now - at) > toleranceMilliseconds) {
      return refuse('The timestamp is more than 300 seconds away');
    }
  }
  return { verified: true };
}

/** Unix seconds or milliseconds, as a number or in digits, or ISO 8601; returns milliseconds. */
function readTimestamp(value: unknown): number | null {
  if (
    typeof value === 'number' ||
    (typeof value === 'string' && /^\d{1,16}(\.\d{1,9})?$/.test(value.trim()))
  ) {
    const number = Number(value);
    const milliseconds = number >= minUnixMs ? number : number * 1000;
    return Number.isFinite(milliseconds) ? milliseconds : null;
  }
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T/.test(value)) {
    return null;
  }
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : at;
}

function refuse(reason: string): SignatureVerdict {
  return { verified: false, reason };
}
