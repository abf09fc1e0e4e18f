import { parseSuppressionKey, suppressionKeyText, type SuppressionKey } from '@leadbridge/domain';
import type { SuppressedKey } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { suppressedKeyModel, type SuppressedKeyDocument } from './suppressed-key-model.js';
import { findSuppressionHash, requireSuppressionHash } from './suppression-hash.js';

/**
 * Of the keys, those of somebody who has opted out, by their texts (`suppressionKeyText`). The one look-up of what gates imports: how a
 * key is stored is known in this file, and nowhere else. It stands there as its text, or as a keyed hash of that where its person was
 * erased.
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
 * Lets keys gate imports, from the commit of the transaction on.
 *
 * @returns the texts of those that did not before
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
 * Lets keyed hashes gate in the place of keys, beside which they stand until `removeHashedKeys`.
 *
 * @param known texts of keys that may gate: those that do are hashed
 * @param gating texts of keys that are to gate, whether they did or not
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
      // Without the entry, which is nobody's any more: it is to learn nothing of the person again.
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

/** Removes the texts of keys for which hashes stand. */
export async function removeHashedKeys(
  connection: Connection,
  texts: readonly string[],
  session: ClientSession,
): Promise<void> {
  await suppressedKeyModel(connection).deleteMany({ key: { $in: [...texts] } }, { session });
}

/** The keys behind texts as documents hold them. */
export function readSuppressionKeys(texts: readonly string[]): SuppressionKey[] {
  return texts.flatMap((text) => parseSuppressionKey(text) ?? []);
}

type Row = Pick<SuppressedKeyDocument, 'key' | 'suppressionId'>;

/** Release 1.0 wrote every number that it knew of a person, without the entry; by itself only a number that opted out gates. */
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
  // Asked for behind the look-up: hashes are there before the texts go whose place they take.
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
