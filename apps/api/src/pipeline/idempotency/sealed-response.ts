import { openBytes, sealBytes } from '@leadbridge/platform';

import type { RouteResponse } from '../../http/route-response.js';

/** The parts of a response that are repeated. */
export type StoredResponse = Pick<RouteResponse, 'status' | 'body' | 'headers'>;

/**
 * A response as it is stored for repetitions: encrypted, because it may contain what is shown only once (a new
 * key, a webhook's secret).
 *
 * @param key 32 bytes
 * @param context bound to the ciphertext, so that an entry cannot be moved to another key
 */
export function sealResponse(key: Buffer, context: string, response: StoredResponse): Buffer {
  const { status, body, headers } = response;
  return sealBytes(key, context, JSON.stringify({ status, body, headers }));
}

/** Null for data that was encrypted with another key, or modified. */
export function openResponse(key: Buffer, context: string, sealed: Buffer): StoredResponse | null {
  const text = openBytes(key, context, sealed);
  return text === null ? null : (JSON.parse(text) as StoredResponse);
}
