import { parseSuppressionKey, suppressionKeyText, type SuppressionKey } from '@leadbridge/domain';
import type { SuppressedKey } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { suppressedKeyModel, type SuppressedKeyDocument } from './suppressed-key-model.js';

/**
 * Of the keys, those of somebody who has opted out, by their texts (`suppressionKeyText`). The one look-up of what gates imports: how a
 * key is stored is known here and in `writeSuppressedKeys`, and nowhere else.
 */
export async function findSuppressedKeys(
  connection: Connection,
  keys: readonly SuppressionKey[],
  session?: ClientSession,
): Promise<ReadonlyMap<string, SuppressedKey>> {
  const found = new Map<string, SuppressedKey>();
  for (const { key, suppressionId } of await findRows(connection, keys, session)) {
    // Release 1.0 wrote every number that it knew of a person, without the entry; by itself only a number that opted out gates.
    if ((suppressionId ?? null) !== null || !key.startsWith('phone:')) {
      found.set(key, { suppressionId: suppressionId ?? null });
    }
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

/** The keys behind texts as documents hold them. */
export function readSuppressionKeys(texts: readonly string[]): SuppressionKey[] {
  return texts.flatMap((text) => parseSuppressionKey(text) ?? []);
}

async function findRows(
  connection: Connection,
  keys: readonly SuppressionKey[],
  session: ClientSession | undefined,
): Promise<readonly Pick<SuppressedKeyDocument, 'key' | 'suppressionId'>[]> {
  return keys.length === 0
    ? []
    : await suppressedKeyModel(connection)
        .find({ key: { $in: [...new Set(keys.map(suppressionKeyText))] } })
        .select({ key: 1, suppressionId: 1 })
        .session(session ?? null)
        .lean<Pick<SuppressedKeyDocument, 'key' | 'suppressionId'>[]>();
}
