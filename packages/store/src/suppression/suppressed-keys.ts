import { parseSuppressionKey, suppressionKeyText, type SuppressionKey } from '@leadbridge/domain';
import type { SuppressedKey } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { suppressedKeyModel, type SuppressedKeyDocument } from './suppressed-key-model.js';
import { findSuppressionHash, requireSuppressionHash } from './suppression-hash.js';

/**
 * Of the given keys, those of people who have opted out, by their texts (`suppressionKeyText`). This is the
 * only look-up of what blocks imports, and only this file knows how a key is stored: as its text, or as a
 * keyed hash if its person was erased.
 */
export async function findSuppressedKeys(
  connection: Connection,
  keys: readonly SuppressionKey[],
  session?: ClientSession,
): Promise<ReadonlyMap<string, SuppressedKey>> {
  const found = new Map<string, SuppressedKey>();
  for (const { key, suppressionId } of await findRows(connection, keys, session)) {
    found.set(key, { suppressionId: suppressionId ?? null });
  }
  return found;
}

/**
 * Makes keys block imports from the commit of the transaction on.
 *
 * @returns the texts of those that did not block before
 */
export async function writeSuppressedKeys(
  connection: Connection,
  rows: readonly { readonly key: SuppressionKey; readonly suppressionId: string }[],
  session: ClientSession,
): Promise<ReadonlySet<string>> {
  const known = await findSuppressedKeys(
    connection,
    rows.map(({ key }) => key),
    session,
  );
  const missing = new Map(
    rows
      .map(({ key, suppressionId }): [string, string] => [suppressionKeyText(key), suppressionId])
      .filter(([key]) => (known.get(key)?.suppressionId ?? null) === null),
  );
  if (missing.size > 0) {
    const at = new Date();
    await suppressedKeyModel(connection).collection.bulkWrite(
      [...missing].map(([key, suppressionId]) => ({
        updateOne: {
          filter: { key },
          update: { $set: { suppressionId }, $setOnInsert: { key, at } },
          upsert: true,
        },
      })),
      { session, ordered: true },
    );
  }
  return new Set(missing.keys());
}

/**
 * Makes keyed hashes block in place of keys, next to which they exist until `removeHashedKeys`.
 *
 * @param known texts of keys that may block: those that do are hashed
 * @param gating texts of keys that should block, whether they did or not
 * @returns the texts that have a hash now
 */
export async function hashSuppressedKeys(
  connection: Connection,
  { known, gating }: { readonly known: readonly string[]; readonly gating: readonly string[] },
): Promise<readonly string[]> {
  const model = suppressedKeyModel(connection);
  const documents = await model.find({ key: { $in: [...known] } }).lean<SuppressedKeyDocument[]>();
  const byKey = new Map(documents.filter(isGate).map((document) => [document.key, document]));
  const texts = [...new Set([...gating, ...byKey.keys()])];
  if (texts.length > 0) {
    const hash = await requireSuppressionHash(connection);
    const now = new Date();
    await model.bulkWrite(
      // Without the entry, which has lost its person and must not get new data about them.
      texts.map((text) => ({
        updateOne: {
          filter: { key: hash(text) },
          update: { $setOnInsert: { at: byKey.get(text)?.at ?? now, suppressionId: null } },
          upsert: true,
        },
      })),
    );
  }
  return texts;
}

/** Removes the texts of keys that have a hash. */
export async function removeHashedKeys(
  connection: Connection,
  texts: readonly string[],
  session: ClientSession,
): Promise<void> {
  await suppressedKeyModel(connection).deleteMany({ key: { $in: [...texts] } }, { session });
}

/** The keys for the texts in documents. */
export function readSuppressionKeys(texts: readonly string[]): SuppressionKey[] {
  return texts.flatMap((text) => parseSuppressionKey(text) ?? []);
}

type Row = Pick<SuppressedKeyDocument, 'key' | 'suppressionId'>;

/**
 * Release 1.0 wrote every known number of a person, without the entry; alone, only a number that opted out
 * blocks.
 */
function isGate({ key, suppressionId }: Row): boolean {
  return (suppressionId ?? null) !== null || !key.startsWith('phone:');
}

/** Rows by the texts of their keys, however they are stored. */
async function findRows(
  connection: Connection,
  keys: readonly SuppressionKey[],
  session: ClientSession | undefined,
): Promise<readonly Row[]> {
  const texts = [...new Set(keys.map(suppressionKeyText))];
  const asText = await findStored(connection, texts, session);
  // Read after the look-up: hashes exist before the texts that they replace are removed.
  const hash = texts.length === 0 ? null : await findSuppressionHash(connection);
  const byHash = new Map(hash === null ? [] : texts.map((text) => [hash(text), text]));
  const hashed = await findStored(connection, [...byHash.keys()], session);
  return [
    ...hashed.map((row) => ({ ...row, key: byHash.get(row.key) ?? row.key })),
    ...asText.filter(isGate),
  ];
}

async function findStored(
  connection: Connection,
  stored: readonly string[],
  session: ClientSession | undefined,
): Promise<readonly Row[]> {
  return stored.length === 0
    ? []
    : await suppressedKeyModel(connection)
        .find({ key: { $in: [...stored] } })
        .select({ key: 1, suppressionId: 1 })
        .session(session ?? null)
        .lean<Row[]>();
}
