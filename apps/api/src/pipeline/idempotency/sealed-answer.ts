import { openBytes, sealBytes } from '@leadbridge/platform';

import type { Answer } from '../../http/answer.js';

/** The parts of an answer that are repeated. */
export type StoredAnswer = Pick<Answer, 'status' | 'body' | 'headers'>;

/**
 * An answer as it is stored for repetitions: encrypted, because it may contain what is shown only once (a new
 * key, a webhook's secret).
 *
 * @param key 32 bytes
 * @param context bound to the ciphertext, so that an entry cannot be moved to another key
 */
export function sealAnswer(key: Buffer, context: string, answer: StoredAnswer): Buffer {
  const { status, body, headers } = answer;
  return sealBytes(key, context, JSON.stringify({ status, body, headers }));
}

/** Null for data that was encrypted with another key, or modified. */
export function openAnswer(key: Buffer, context: string, sealed: Buffer): StoredAnswer | null {
  const text = openBytes(key, context, sealed);
  return text === null ? null : (JSON.parse(text) as StoredAnswer);
}
