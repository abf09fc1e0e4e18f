import { unfinishedJobStatuses } from '@leadbridge/contracts';
import { suppressionKeyText, type SuppressionKey } from '@leadbridge/domain';
import type { ErasedPersons } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { defineModel, type DocumentOf } from '../define-model.js';
import { date, text } from '../fields.js';
import { jobModel } from '../job/job-model.js';
import { findSuppressionHash, requireSuppressionHash } from '../suppression/suppression-hash.js';
import { erasureModel } from './erasure-model.js';

/** Keys of erased people as keyed hashes: data from before the erasure must not bring them back. */
const erasedKeyModel = defineModel({
  name: 'ErasedKey',
  collection: 'erased_keys',
  fields: {
    /** The hash. */
    _id: text(),
    /** When the latest erasure of the person was requested. */
    at: date(),
  },
});

type ErasedKeyDocument = DocumentOf<typeof erasedKeyModel>;

/** Makes imports refuse data of the person that was accepted until `at` (ISO 8601). */
export async function rememberErased(
  connection: Connection,
  keys: readonly SuppressionKey[],
  at: string,
): Promise<void> {
  if (keys.length === 0) {
    return;
  }
  const hash = await requireSuppressionHash(connection);
  await collectionOf<ErasedKeyDocument>(erasedKeyModel(connection)).bulkWrite(
    keys.map((key) => ({
      updateOne: {
        filter: { _id: hash(hashed(key)) },
        update: { $max: { at: new Date(at) } },
        upsert: true,
      },
    })),
    { ordered: false },
  );
}

/** See `ErasedPersons`. */
export function createErasedPersons(connection: Connection): ErasedPersons {
  const keys = erasedKeyModel(connection);

  return {
    async findErased(asked) {
      const hash = asked.length === 0 ? null : await findSuppressionHash(connection);
      if (hash === null) {
        return new Map();
      }
      const texts = new Map(asked.map((key) => [hash(hashed(key)), suppressionKeyText(key)]));
      const found = await keys.find({ _id: { $in: [...texts.keys()] } }).lean<ErasedKeyDocument[]>();
      return new Map(found.map(({ _id, at }) => [texts.get(_id) ?? '', at.getTime()]));
    },

    async isErasureComing(since) {
      const requested = await jobModel(connection)
        .find({
          type: 'erasure',
          'input.dry_run': { $ne: true },
          status: { $in: unfinishedJobStatuses },
          createdAt: { $gte: new Date(since) },
        })
        .select({ _id: 1 })
        .lean<{ _id: string }[]>();
      if (requested.length === 0) {
        return false;
      }
      const ids = requested.map(({ _id }) => _id);
      return (await erasureModel(connection).countDocuments({ _id: { $in: ids } })) < ids.length;
    },
  };
}

/** Not the text of the key: the hash of that blocks the imports of a person who has opted out. */
function hashed(key: SuppressionKey): string {
  return `erased/${suppressionKeyText(key)}`;
}
