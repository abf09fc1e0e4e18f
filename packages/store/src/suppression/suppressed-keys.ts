import {
  domainKeysOf,
  parseSuppressionKey,
  suppressionKeyText,
  type SuppressionKey,
} from '@leadbridge/domain';
import type { SuppressedKey } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { readSnapshot } from '../read-snapshot.js';
import { suppressedKeyModel, type SuppressedKeyDocument } from './suppressed-key-model.js';
import {
  findSuppressionHash,
  hashMark,
  knownSuppressionHash,
  requireSuppressionHash,
} from './suppression-hash.js';

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
  const own = await findOwnKeys(connection, keys, session, keys.flatMap(domainKeysOf));
  return withDomains(keys, own);
}

function withDomains(
  keys: readonly SuppressionKey[],
  rows: ReadonlyMap<string, SuppressedKey>,
): ReadonlyMap<string, SuppressedKey> {
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
  const collection = collectionOf(suppressedKeyModel(connection));
  for (;;) {
    const { stored, found } = ownAsStored(connection, keys, domains);
    const filter = { key: { $in: [...stored] } };
    const rows =
      stored.length === 0
        ? []
        : session === undefined
          ? await readSnapshot<Row>(collection, [{ $match: filter }])
          : await collection.find(filter, { session }).toArray();
    const suppressed = await found(rows);
    if (suppressed !== null) {
      return suppressed;
    }
  }
}

/** What the look-ups of a transaction found, by the texts of all keys that were looked up: null for one that does not block. */
export type LookedUpKeys = ReadonlyMap<string, SuppressedKey | null>;

/**
 * Makes keys block imports from the commit of the transaction on.
 *
 * @param lookedUp by this transaction, which has written none of these keys since: they are not looked up again
 */
export async function writeSuppressedKeys(
  connection: Connection,
  rows: readonly { readonly key: SuppressionKey; readonly suppressionId: string }[],
  session: ClientSession,
  lookedUp: LookedUpKeys = new Map(),
): Promise<void> {
  const others = rows.map(({ key }) => key).filter((key) => !lookedUp.has(suppressionKeyText(key)));
  const known = new Map([...lookedUp, ...(await findOwnKeys(connection, others, session))]);
  const missing = new Map(
    rows
      .map(({ key, suppressionId }): [string, string] => [suppressionKeyText(key), suppressionId])
      .filter(([key]) => (known.get(key)?.suppressionId ?? null) === null),
  );
  const shared = rows
    .map(({ key, suppressionId }) => ({ key: suppressionKeyText(key), suppressionId }))
    .filter(({ key, suppressionId }) => (known.get(key)?.suppressionId ?? suppressionId) !== suppressionId);
  if (shared.length > 0) {
    await relyOn(
      connection,
      shared.map(({ key }) => key),
      session,
    );
  }
  if (missing.size > 0) {
    const at = new Date();
    // An update costs several times an insert, and only a row that does not block yet is in the way of one.
    const isBlocking = ([key]: [string, string]): boolean =>
      (known.get(key) ?? null) !== null || key.startsWith('phone:');
    await suppressedKeyModel(connection).collection.bulkWrite(
      [
        ...[...missing]
          .filter((row) => !isBlocking(row))
          .map(([key, suppressionId]) => ({
            insertOne: { document: { key, suppressionId, at } },
          })),
        ...[...missing].filter(isBlocking).map(([key, suppressionId]) => ({
          updateOne: {
            filter: { key },
            update: { $set: { suppressionId }, $setOnInsert: { key, at } },
            upsert: true,
          },
        })),
      ],
      { session, ordered: true },
    );
  }
}

/**
 * An entry that shares a key with another one changes nothing of its row, and a removal sees only entries that are
 * committed. So that one of two at the same moment is restarted, and then sees the other, both write the row.
 */
async function relyOn(
  connection: Connection,
  keys: readonly string[],
  session: ClientSession,
): Promise<void> {
  await collectionOf(suppressedKeyModel(connection)).updateMany(
    { key: { $in: [...keys] } },
    { $inc: { relied: 1 } },
    { session },
  );
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
  await relyOn(connection, texts, session);
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
  keys: { readonly known: readonly string[]; readonly gating: readonly string[] },
): Promise<readonly string[]> {
  const { texts, byKey } = await findKeysToHash(connection, keys);
  if (texts.length > 0) {
    const hash = await requireSuppressionHash(connection);
    const now = new Date();
    await suppressedKeyModel(connection).bulkWrite(
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

/** The keys that `hashSuppressedKeys` would hash now. */
export async function findKeysToHash(
  connection: Connection,
  { known, gating }: Parameters<typeof hashSuppressedKeys>[1],
) {
  const documents = await suppressedKeyModel(connection)
    .find({ key: { $in: [...known] } })
    .lean<SuppressedKeyDocument[]>();
  const byKey = new Map(documents.map((document) => [document.key, document]));
  return { texts: [...new Set([...gating, ...byKey.keys()])], byKey };
}

export async function removeHashedKeys(
  connection: Connection,
  texts: readonly string[],
  session: ClientSession,
): Promise<void> {
  await suppressedKeyModel(connection).deleteMany({ key: { $in: [...texts] } }, { session });
}

export function readSuppressionKeys(texts: readonly string[]): SuppressionKey[] {
  return texts.flatMap((text) => parseSuppressionKey(text) ?? []);
}

type Row = Pick<SuppressedKeyDocument, 'key' | 'suppressionId'>;

export interface KeysAsStored {
  /** To be read at one moment: a hash exists before the text that it replaces is removed. */
  readonly stored: readonly string[];
  /** What `findSuppressedKeys` returns; null if they have to be read again, because there are hashes now. */
  readonly found: (rows: readonly Row[]) => Promise<ReadonlyMap<string, SuppressedKey> | null>;
}

/** Of `findSuppressedKeys`. */
export function keysAsStored(connection: Connection, keys: readonly SuppressionKey[]): KeysAsStored {
  const { stored, found } = ownAsStored(connection, keys, keys.flatMap(domainKeysOf));
  const withOwn = async (rows: readonly Row[]) => {
    const own = await found(rows);
    return own === null ? null : withDomains(keys, own);
  };
  return { stored, found: withOwn };
}

/** @param domains never hashed: they belong to no person */
function ownAsStored(
  connection: Connection,
  keys: readonly SuppressionKey[],
  domains: readonly SuppressionKey[],
): KeysAsStored {
  const texts = [...new Set(keys.map(suppressionKeyText))];
  const hash = knownSuppressionHash(connection);
  const byHash = new Map(hash === null ? [] : texts.map((text) => [hash(text), text]));
  const others = [...domains.map(suppressionKeyText), ...(hash === null ? [hashMark] : byHash.keys())];
  return {
    stored: texts.length === 0 ? [] : [...new Set([...texts, ...others])],
    found: async (rows) => {
      if (rows.some(({ key }) => key === hashMark)) {
        if ((await findSuppressionHash(connection)) === null) {
          throw new Error('The key of hashed opt-outs is missing; without it they would not block imports');
        }
        return null;
      }
      const entryOf = ({ suppressionId }: Row): SuppressedKey => ({ suppressionId });
      const hashed = rows.flatMap((row): [string, SuppressedKey][] => {
        const text = byHash.get(row.key);
        return text === undefined ? [] : [[text, entryOf(row)]];
      });
      const asText = rows.filter((row) => !byHash.has(row.key));
      return new Map([...hashed, ...asText.map((row) => [row.key, entryOf(row)] as const)]);
    },
  };
}
