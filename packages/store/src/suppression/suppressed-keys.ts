import { parseSuppressionKey, suppressionKeyText, type SuppressionKey } from '@leadbridge/domain';
import type { ClientSession, Connection } from 'mongoose';

import { suppressedKeyModel } from './suppressed-key-model.js';

/**
 * Of the keys, those of somebody who has opted out, as their texts (`suppressionKeyText`). The one look-up of what gates imports: how a
 * key is stored is known here and in `writeSuppressedKeys`, and nowhere else.
 */
export async function findSuppressedKeys(
  connection: Connection,
  keys: readonly SuppressionKey[],
  session?: ClientSession,
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) {
    return new Set();
  }
  const documents = await suppressedKeyModel(connection)
    .find({ key: { $in: [...new Set(keys.map(suppressionKeyText))] } })
    .select({ key: 1 })
    .session(session ?? null)
    .lean<{ key: string }[]>();
  return new Set(documents.map(({ key }) => key));
}

/** Lets keys gate imports, from the commit of the transaction on. */
export async function writeSuppressedKeys(
  connection: Connection,
  keys: readonly SuppressionKey[],
  session: ClientSession,
): Promise<void> {
  if (keys.length > 0) {
    const at = new Date();
    const texts = [...new Set(keys.map(suppressionKeyText))];
    await suppressedKeyModel(connection).collection.bulkWrite(
      texts.map((key) => ({
        updateOne: { filter: { key }, update: { $setOnInsert: { key, at } }, upsert: true },
      })),
      { session, ordered: true },
    );
  }
}

/** The keys behind texts as entries of the ledger hold them. */
export function readSuppressionKeys(texts: readonly string[]): SuppressionKey[] {
  return texts.flatMap((text) => parseSuppressionKey(text) ?? []);
}
