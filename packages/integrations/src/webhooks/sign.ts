import { createHmac } from 'node:crypto';

/** A body that is about to be sent, and the secrets that sign it. */
export interface SigningRequest {
  /** `evt_…` */
  readonly eventId: string;
  readonly eventType: string;
  /** The exact bytes that are sent. */
  readonly body: string;
  /** The current secret first, then earlier ones that still sign after a rotation. */
  readonly secrets: readonly [string, ...string[]];
  /** Unix milliseconds. */
  readonly now: number;
}

/** Of a secret in the format of Standard Webhooks; base64 of the key's bytes follows. */
const standardPrefix = 'whsec_';

/**
 * The headers of an event (decisions: "Headers"). `X-Webhook-Signature` is the hex HMAC-SHA256 of the body
 * with the current secret, and `X-Webhook-Signature-Previous` the same with the previous one, while that
 * still signs. The three headers of the Standard Webhooks specification have a signature for each secret, so
 * that its libraries verify our events without changes.
 */
export function signEvent(request: SigningRequest): Readonly<Record<string, string>> {
  const { eventId, eventType, body, secrets, now } = request;
  const timestamp = String(Math.floor(now / 1000));
  const [secret, previous] = secrets;
  return {
    'X-Webhook-Id': eventId,
    'X-Webhook-Timestamp': timestamp,
    'X-Webhook-Event': eventType,
    'X-Webhook-Signature': bodySignature(body, secret),
    ...(previous === undefined ? {} : { 'X-Webhook-Signature-Previous': bodySignature(body, previous) }),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((each) => standardSignature(`${eventId}.${timestamp}.${body}`, each))
      .join(' '),
  };
}

/**
 * HMAC-SHA256 of the raw body in hex, keyed by the unmodified text of the secret (specification, "Webhook
 * authentication").
 */
export function bodySignature(body: string | Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

function standardSignature(content: string, secret: string): string {
  return `v1,${createHmac('sha256', standardKey(secret)).update(content).digest('base64')}`;
}

/** The decoded bytes of a `whsec_` secret; for any other, the bytes of its text. */
function standardKey(secret: string): Buffer {
  return secret.startsWith(standardPrefix)
    ? Buffer.from(secret.slice(standardPrefix.length), 'base64')
    : Buffer.from(secret);
}
