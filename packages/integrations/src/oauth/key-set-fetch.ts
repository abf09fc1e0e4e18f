import type { Clock, Logger } from '@leadbridge/platform';

import type { HttpClient } from '../http/http-client.js';

/** After a failure there is no retry for this long: a flood of tokens must not become a flood of requests. */
const pauseAfterFailure = 5_000;

/** Longer than an outage of the issuer, shorter than a stolen key should stay valid. */
const staleLifetimeMs = 60 * 60_000;

/** The issuer's keys are unavailable, and there are no earlier ones that may still be used. */
export class KeySetUnavailableError extends Error {
  override readonly name = 'KeySetUnavailableError';
}

/** For jose, which decides when. At most every five seconds; the last keys are used for an hour. */
export function createKeySetFetch(parts: {
  client: HttpClient;
  clock: Clock;
  logger: Logger;
}): (url: string) => Promise<Response> {
  const { client, clock, logger } = parts;
  let last: { readonly body: string; readonly at: number } | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;

  async function ask(url: string): Promise<string> {
    const { status, body } = await client.send({
      method: 'GET',
      url: new URL(url),
      headers: { accept: 'application/jwk-set+json, application/json' },
    });
    if (status !== 200 || !holdsKeys(body)) {
      throw new Error(`The response to the request for the issuer's keys (status ${status}) holds none`);
    }
    return body;
  }

  return async (url) => {
    const now = clock.now();
    if (now >= failedAt + pauseAfterFailure) {
      try {
        last = { body: await ask(url), at: now };
        return new Response(last.body);
      } catch (error) {
        failedAt = now;
        logger.warn("the issuer's keys could not be read", { error });
      }
    }
    if (last === null || now >= last.at + staleLifetimeMs) {
      throw new KeySetUnavailableError("The issuer's keys cannot be read");
    }
    return new Response(last.body);
  };
}

function holdsKeys(body: string): boolean {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && 'keys' in value && Array.isArray(value.keys);
  } catch {
    return false;
  }
}
