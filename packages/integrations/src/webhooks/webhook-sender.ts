import { isIP } from 'node:net';

import { inSpan, setSpanStatus, withTraceparent } from '@leadbridge/platform';
import type { Clock, SpanDescription } from '@leadbridge/platform';
import type { OutgoingEvent, SendOutcome, WebhookSender } from '@leadbridge/usecases';

import { createHttpClient } from '../http/http-client.js';
import { HttpFault } from '../http/http-fault.js';
import type { AddressGuard } from './address-guard.js';
import { serialiseEvent } from './event-body.js';
import { keptExchange } from './kept-exchange.js';
import { createGuardedLookup, refusedAddressCode, type ResolveName } from './guarded-lookup.js';
import { signEvent } from './sign.js';
import { hostOf } from './target-policy.js';

export interface WebhookSenderSettings {
  readonly guard: AddressGuard;
  /** False refuses plain http at delivery too, because a webhook may be older than the setting. */
  readonly allowHttp: boolean;
  readonly clock: Clock;
  /** How names are resolved; only tests override it. */
  readonly resolve?: ResolveName;
  /** For the whole request, from the DNS look-up to the end of the response. */
  readonly timeoutMilliseconds?: number;
}

const timeoutMilliseconds = 15_000;
const maximumResponseBytes = 16 * 1024;

const refusedAddress: SendOutcome = {
  kind: 'no_response',
  error: 'The address is private, loopback, link-local or metadata, and not in WEBHOOK_ALLOWED_ADDRESSES',
};
const refusedHttp: SendOutcome = {
  kind: 'no_response',
  error: 'https is required, as WEBHOOK_ALLOW_HTTP is off',
};

/** Signed, only to permitted addresses, limited in time and size, without following redirects. */
export function createWebhookSender(settings: WebhookSenderSettings): WebhookSender {
  const { guard, allowHttp, clock } = settings;
  const client = createHttpClient({
    timeoutMilliseconds: settings.timeoutMilliseconds ?? timeoutMilliseconds,
    maximumResponseBytes,
    incompleteBody: 'keep',
    lookup: createGuardedLookup(guard, settings.resolve),
    // Webhooks may share a host; each has its own limit, so that none takes the sockets of another.
    maximumSockets: Infinity,
  });

  function refusalOf(url: URL): SendOutcome | null {
    if (url.protocol !== 'https:' && !allowHttp) {
      return refusedHttp;
    }
    const host = hostOf(url);
    // A DNS look-up happens only for names.
    return isIP(host) === 0 || guard.permits(host) ? null : refusedAddress;
  }

  return {
    async send(event) {
      const url = new URL(event.url);
      const refusal = refusalOf(url);
      if (refusal !== null) {
        return refusal;
      }
      const now = clock.now();
      const body = serialiseEvent(event, now);
      const headers = { 'Content-Type': 'application/json', ...signEvent({ ...event, body, now }) };
      const kept = keptExchange({ headers, body }, event.secrets);
      const { request } = kept;
      try {
        const response = await withTraceparent(event.traceparent, async () =>
          inSpan(spanOf(event), async (span) => {
            const received = await client.send({ method: 'POST', url, headers, body });
            setSpanStatus(span, received.status, 400);
            return received;
          }),
        );
        return {
          kind: 'responded',
          status: response.status,
          retryAfterMilliseconds: response.retryAfterMilliseconds,
          response: kept.text(response.body),
          responseHeaders: kept.headers(response.headers),
          request,
        };
      } catch (error) {
        if (!(error instanceof HttpFault)) {
          throw error;
        }
        return error.code === refusedAddressCode
          ? refusedAddress
          : { kind: 'no_response', error: explain(error), request };
      }
    },

    close() {
      client.close();
    },
  };
}

/** Without the address, which may contain a secret of its owner. */
function spanOf({ eventId, eventType }: OutgoingEvent): SpanDescription {
  const attributes = { 'http.request.method': 'POST', 'event.id': eventId, 'event.type': eventType };
  return { kind: 'client', name: 'webhook POST', attributes };
}

/** Without the method and address, which the reader of a delivery knows. */
function explain({ message }: HttpFault): string {
  const text = message.slice(message.indexOf(': ') + 2);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
