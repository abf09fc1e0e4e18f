import {
  domainKeysOf,
  parseSuppressionKey,
  suppressionKeyText,
  type SuppressionKey,
} from '@leadbridge/domain';
import type { SuppressedKey } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { suppressedKeyModel, type SuppressedKeyDocument } from './suppressed-key-model.js';
import { findSuppressionHash, requireSuppressionHash } from './suppression-hash.js';

/**
 * Of the given keys, those that block imports, by their texts (`suppressionKeyText`): of people who have opted
 * out, and emails of domains that have. This is the only look-up of what blocks imports, and only this file
 * knows how a key is stored: as its text, or as a keyed hash if its person was erased. Domains take part in
 * the look-up of the keys, so that they cost no further command.
 */
export async function findSuppressedKeys(
  connection: Connection,
  keys: readonly SuppressionKey[],
  session?: ClientSession,
): Promise<ReadonlyMap<string, SuppressedKey>> {
  const rows = await findOwnKeys(connection, keys, session, keys.flatMap(domainKeysOf));
  const found = new Map<string, SuppressedKey>();
  for (const key of keys) {
    const text = suppressionKeyText(key);
    const own = rows.get(text);
    const ofDomain = domainKeysOf(key).flatMap((domain) => rows.get(suppressionKeyText(domain)) ?? []);
    if (own !== undefined) {
      found.set(text, own);
    } else if (ofDomain[0] !== undefined) {
      found.set(text, { ...ofDomain[0], isOfDomain: true });
    }
  }
  return found;
}

/** Of the given keys, those that block by themselves, whatever their domains do. */
export async function findOwnKeys(
  connection: Connection,
  keys: readonly SuppressionKey[],
  session?: ClientSession,
  domains: readonly SuppressionKey[] = [],
): Promise<ReadonlyMap<string, SuppressedKey>> {
  const rows = await findRows(connection, keys, domains, session);
  return new Map(rows.map(({ key, suppressionId }) => [key, { suppressionId: suppressionId ?? null }]));
}

/** Makes keys block imports from the commit of the transaction on. */
export async function writeSuppressedKeys(
  connection: Connection,
  rows: readonly { readonly key: SuppressionKey; readonly suppressionId: string }[],
  session: ClientSession,
): Promise<void> {
  const known = await findOwnKeys(
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
}

/**
 * Ends the block of the keys of a removed entry.
 *
 * @param heirs other entries with some of the keys, by their texts: these block as theirs from then on
 */
export async function releaseSuppressedKeys(
  connection: Connection,
  { suppressionId, texts }: { readonly suppressionId: string; readonly texts: readonly string[] },
  heirs: ReadonlyMap<string, string>,
  session: ClientSession,
): Promise<void> {
  const model = suppressedKeyModel(connection);
  for (const [key, heir] of heirs) {
    await model.updateOne({ key, suppressionId }, { $set: { suppressionId: heir } }, { session });
  }
  await model.deleteMany({ key: { $in: [...texts] }, suppressionId }, { session });
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

/**
 * Rows by the texts of their keys, however they are stored.
 *
 * @param domains never hashed: they belong to no person
 */
async function findRows(
  connection: Connection,
  keys: readonly SuppressionKey[],
  domains: readonly SuppressionKey[],
  session: ClientSession | undefined,
): Promise<readonly Row[]> {
  const texts = [...new Set(keys.map(suppressionKeyText))];
  const asText = await findStored(
    connection,
    [...new Set([...texts, ...domains.map(suppressionKeyText)])],
    session,
  );
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
