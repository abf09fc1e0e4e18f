import { createHash } from 'node:crypto';

import { openBytes, sealBytes } from './sealed-bytes.js';

/** Encrypts secrets that are stored and read again. */
export interface SecretBox {
  /** @param context what the secret belongs to, such as `webhook:wh_…`; it must be the same for decryption */
  seal(secret: string, context: string): string;
  /**
   * @throws SecretBoxError for a secret that was encrypted with an unknown key, for another context, or
   * modified since
   */
  open(sealed: string, context: string): string;
  /**
   * The same secret encrypted with the current key; null if it already is. @throws SecretBoxError as `open`
   */
  reseal(sealed: string, context: string): string | null;
}

/** An encrypted secret cannot be read. Says why without revealing a byte of it. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
}

const keyBytes = 32;
const version = 'v1';

/** Identifies a key in encrypted secrets, without revealing anything else about it. */
function keyId(key: Buffer): string {
  return createHash('sha256').update('leadbridge key id').update(key).digest('hex').slice(0, 8);
}

/**
 * AES-256-GCM with a key of 32 bytes. To rotate a key, put the new one first: it encrypts from then on, and
 * the others still decrypt earlier secrets. Format: `v1.<key id>.<base64url of nonce, tag and ciphertext>`.
 */
export function createSecretBox(keys: readonly [Buffer, ...Buffer[]]): SecretBox {
  if (keys.some((key) => key.length !== keyBytes)) {
    throw new Error(`Every key of a secret box has ${keyBytes} bytes`);
  }
  const byId = new Map(keys.map((key) => [keyId(key), key]));
  const [current] = keys;
  const currentId = keyId(current);

  const box: SecretBox = {
    seal(secret, context) {
      const bytes = sealBytes(current, context, secret);
      return `${version}.${currentId}.${bytes.toString('base64url')}`;
    },

    open(sealed, context) {
      const [form, id, text, ...rest] = sealed.split('.');
      if (form !== version || id === undefined || text === undefined || rest.length > 0) {
        throw new SecretBoxError('A sealed secret has an unknown form');
      }
      const key = byId.get(id);
      if (key === undefined) {
        throw new SecretBoxError(`A secret was sealed with the key ${id}, which is not among those given`);
      }
      const secret = openBytes(key, context, Buffer.from(text, 'base64url'));
      if (secret === null) {
        throw new SecretBoxError('A sealed secret was changed, or belongs to something else');
      }
      return secret;
    },

    reseal(sealed, context) {
      const secret = box.open(sealed, context);
      return sealed.startsWith(`${version}.${currentId}.`) ? null : box.seal(secret, context);
    },
  };
  return box;
}
