import { Webhook } from 'standardwebhooks';

import type { webhooks } from './generated/schema.js';
import { LeadbridgeError } from './leadbridge-error.js';

/** An event that a webhook receives, by `type`. */
export type LeadbridgeEvent = {
  [Type in keyof webhooks]: webhooks[Type] extends {
    post: { requestBody: { content: { 'application/json': infer Event } } };
  }
    ? Event
    : never;
}[keyof webhooks];

/** The headers of a request: of `fetch`, of Node or of Express. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

const signedHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
const standardPrefix = 'whsec_';

/**
 * Returns the event of a webhook request.
 *
 * @param secret of the webhook, as it was shown
 * @param rawBody exactly as received: parsed and reserialized JSON has another signature
 * @throws LeadbridgeError WEBHOOK_NOT_VERIFIED for a request that was not signed with the secret, was changed, or is older than 5 minutes
 */
export function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
): LeadbridgeEvent {
  const signed = Object.fromEntries(signedHeaders.map((name) => [name, headerOf(headers, name)]));
  try {
    return verifierOf(secret).verify(textOf(rawBody), signed) as LeadbridgeEvent;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LeadbridgeError('WEBHOOK_NOT_VERIFIED', `Not verified: ${reason}`, {
      cause: error,
    });
  }
}

/** Callers without types often have the body that their framework has parsed. */
function textOf(rawBody: unknown): string {
  if (typeof rawBody === 'string') {
    return rawBody;
  }
  if (rawBody instanceof Uint8Array || rawBody instanceof ArrayBuffer) {
    return new TextDecoder().decode(rawBody);
  }
  throw new TypeError('the body must be the text or the bytes that were received, before anything parses it');
}

/** The key is the base64 after `whsec_`, with or without padding; for another secret, the bytes of its text. */
function verifierOf(secret: string): Webhook {
  return secret.startsWith(standardPrefix)
    ? new Webhook(secret.padEnd(standardPrefix.length + base64Length(secret), '='))
    : new Webhook(new TextEncoder().encode(secret), { format: 'raw' });
}

function base64Length(secret: string): number {
  return Math.ceil((secret.length - standardPrefix.length) / 4) * 4;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  if (isFetchHeaders(headers)) {
    return headers.get(name) ?? '';
  }
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : (value?.[0] ?? '');
}

function isFetchHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers['get'] === 'function';
}
