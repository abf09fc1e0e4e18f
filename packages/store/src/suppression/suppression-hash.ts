import { createHmac, randomBytes } from 'node:crypto';

import { SecretBoxError, suppressionHashContext, type SecretBox } from '@leadbridge/platform';
import type { Connection } from 'mongoose';

import { defineModel, type DocumentOf } from '../define-model.js';
import { date, text } from '../fields.js';
import { suppressedKeyModel } from './suppressed-key-model.js';

export const suppressionHashId = 'suppression_hash';

/** The key with which the keys of erased people are hashed. It is created with the first erasure. */
export const suppressionHashModel = defineModel({
  name: 'SuppressionHash',
  collection: 'service_keys',
  fields: {
    _id: text<typeof suppressionHashId>(),
    /** Null if the service runs without an ENCRYPTION_KEY. */
    sealed: text().orNull(),
    /** In base64; null once it is encrypted. */
    plain: text().orNull(),
    createdAt: date(),
  },
});

export type SuppressionHashDocument = DocumentOf<typeof suppressionHashModel>;

/** Returns the keyed hash of a text, in a format that no plain key has. */
export type SuppressionHash = (text: string) => string;

/**
 * Stands among the suppressed keys from the first erasure on, before any hash does. A look-up also asks for it,
 * and so learns that there are hashes now without asking for their key each time.
 */
export const hashMark = 'hmac';
const keyBytes = 32;
const boxes = new WeakMap<Connection, SecretBox>();
const hashes = new WeakMap<Connection, SuppressionHash>();

/**
 * Sets the box that encrypts the hash key for a connection, once at the start of a process. Without a box the
 * key is stored in plain, and the first process that has a box encrypts it.
 *
 * @throws Error if the key cannot be decrypted: imports would then ignore opt-outs that are stored nowhere
 * else
 */
export async function openSuppressionHash(connection: Connection, box: SecretBox | null): Promise<void> {
  if (box !== null) {
    boxes.set(connection, box);
  }
  await findSuppressionHash(connection);
}

/** Null as long as this process knows of no erased person. */
export function knownSuppressionHash(connection: Connection): SuppressionHash | null {
  return hashes.get(connection) ?? null;
}

/** Null if no person was erased yet. */
export async function findSuppressionHash(connection: Connection): Promise<SuppressionHash | null> {
  const known = hashes.get(connection);
  if (known !== undefined) {
    return known;
  }
  const document = await suppressionHashModel(connection)
    .findById(suppressionHashId)
    .lean<SuppressionHashDocument>();
  if (document === null) {
    return null;
  }
  const hash = hashWith(await openKey(connection, document));
  hashes.set(connection, hash);
  return hash;
}

/** Creates the key if there is none. */
export async function requireSuppressionHash(connection: Connection): Promise<SuppressionHash> {
  const key = randomBytes(keyBytes).toString('base64');
  const sealed = boxes.get(connection)?.seal(key, suppressionHashContext(suppressionHashId)) ?? null;
  await suppressionHashModel(connection).updateOne(
    { _id: suppressionHashId },
    { $setOnInsert: { sealed, plain: sealed === null ? key : null, createdAt: new Date() } },
    { upsert: true },
  );
  const hash = await findSuppressionHash(connection);
  if (hash === null) {
    throw new Error('The key of hashed opt-outs was not stored');
  }
  await suppressedKeyModel(connection).updateOne(
    { key: hashMark },
    { $setOnInsert: { suppressionId: null, at: new Date() } },
    { upsert: true },
  );
  return hash;
}

async function openKey(connection: Connection, document: SuppressionHashDocument): Promise<Buffer> {
  const box = boxes.get(connection);
  const { sealed, plain } = document;
  if (sealed !== null) {
    return Buffer.from(openSealed(sealed, box), 'base64');
  }
  if (plain === null) {
    throw new Error('The key of hashed opt-outs is empty');
  }
  if (box !== undefined) {
    await suppressionHashModel(connection).updateOne(
      { _id: suppressionHashId, plain },
      { $set: { sealed: box.seal(plain, suppressionHashContext(suppressionHashId)), plain: null } },
    );
  }
  return Buffer.from(plain, 'base64');
}

function openSealed(sealed: string, box: SecretBox | undefined): string {
  const advice =
    'without it the opt-outs of erased people would not block imports. Give the service the ENCRYPTION_KEY that it had, or add it to ENCRYPTION_PREVIOUS_KEYS';
  if (box === undefined) {
    throw new Error(`The key of hashed opt-outs is sealed, and ENCRYPTION_KEY is not set; ${advice}`);
  }
  try {
    return box.open(sealed, suppressionHashContext(suppressionHashId));
  } catch (error) {
    if (error instanceof SecretBoxError) {
      throw new Error(`The key of hashed opt-outs cannot be opened; ${advice}`, { cause: error });
    }
    throw error;
  }
}

function hashWith(key: Buffer): SuppressionHash {
  return (text) => `hmac:${createHmac('sha256', key).update(text).digest('base64url')}`;
}
