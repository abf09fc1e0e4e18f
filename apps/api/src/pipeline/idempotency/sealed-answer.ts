import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import type { Answer } from '../../http/answer.js';

/** The parts of an answer that are told again. */
export type StoredAnswer = Pick<Answer, 'status' | 'body' | 'headers'>;

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * An answer as it is kept for its repeats: encrypted, as it may hold what is shown only once (a new key, a webhook's secret).
 * Layout: nonce, authentication tag, ciphertext.
 *
 * @param key 32 bytes
 * @param context bound to the ciphertext, so that an entry cannot be moved to another key
 */
export function sealAnswer(key: Buffer, context: string, answer: StoredAnswer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context));
  const text = JSON.stringify({ status: answer.status, body: answer.body, headers: answer.headers });
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Null for what was sealed with another key, or changed since. */
export function openAnswer(key: Buffer, context: string, sealed: Buffer): StoredAnswer | null {
  try {
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
    const text = Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
    return JSON.parse(text.toString('utf8')) as StoredAnswer;
  } catch {
    return null;
  }
}
