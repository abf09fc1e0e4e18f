import { inSpan, setSpanStatus } from '@leadbridge/platform';
import type { SuppressionEntry, SuppressionLists, SuppressionPush } from '@leadbridge/usecases';

import { createHttpClient } from '../http/http-client.js';
import { HttpFault } from '../http/http-fault.js';

export interface SuppressionEndpoint {
  readonly url: string;
  /** Sent as a bearer token; null if the address needs none. */
  readonly key: string | null;
}

export interface SuppressionListSettings {
  /** The address of a source's own list, by the name of the source. */
  readonly endpointOf: (source: string) => SuppressionEndpoint | undefined;
  /** For one whole push. */
  readonly timeoutMilliseconds?: number;
}

const usualTimeoutMs = 10_000;
/** Only the status of a response is used. */
const maximumResponseBytes = 1_024;
/** The provider already has the entry. */
const conflict = 409;

/**
 * The providers' suppression lists: a POST of the entry as JSON to the provider's configured address. All
 * retries send the same `Idempotency-Key`. Errors contain neither the address nor the response, because both
 * may be confidential.
 */
export function createSuppressionLists(
  settings: SuppressionListSettings,
): SuppressionLists & { close(): void } {
  const client = createHttpClient({
    timeoutMilliseconds: settings.timeoutMilliseconds ?? usualTimeoutMs,
    maximumResponseBytes,
    incompleteBody: 'keep',
  });

  return {
    async push(source, entry, reference) {
      const endpoint = settings.endpointOf(source);
      return endpoint === undefined
        ? { result: 'not_configured' }
        : await send(source, endpoint, entry, reference);
    },
    close: () => {
      client.close();
    },
  };

  async function send(
    source: string,
    endpoint: SuppressionEndpoint,
    entry: SuppressionEntry,
    reference: string,
  ): Promise<SuppressionPush> {
    try {
      const attributes = { 'http.request.method': 'POST', 'provider.name': source };
      const span = { kind: 'client', name: 'provider POST suppression', attributes } as const;
      const { status, retryAfterMilliseconds } = await inSpan(span, async (current) => {
        const response = await client.send({
          method: 'POST',
          url: new URL(endpoint.url),
          headers: {
            'Content-Type': 'application/json',
            Accept: 'application/json',
            'Idempotency-Key': reference,
            ...(endpoint.key === null ? {} : { Authorization: `Bearer ${endpoint.key}` }),
          },
          body: JSON.stringify(entry),
        });
        // An entry that the provider already has is no failure.
        setSpanStatus(current, response.status, response.status === conflict ? 500 : 400);
        return response;
      });
      return (status >= 200 && status < 300) || status === conflict
        ? { result: 'accepted' }
        : {
            result: 'failed',
            error: `the provider responded with HTTP ${status}`,
            retryAfter: retryAfterMilliseconds,
          };
    } catch (error) {
      const code = error instanceof HttpFault ? ` (${error.code})` : '';
      return { result: 'failed', error: `the provider could not be reached${code}`, retryAfter: null };
    }
  }
}
