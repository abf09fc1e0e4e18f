import { defineModel, type DocumentOf } from '../define-model.js';
import { date, number, text } from '../fields.js';

/** A key of a person who has opted out, or its keyed hash. Every import looks up its keys here. */
export const suppressedKeyModel = defineModel({
  name: 'SuppressedKey',
  collection: 'suppressed_keys',
  fields: {
    /** See `suppressionKeyText`; its keyed hash if the person was erased. */
    key: text().personal(),
    /** The suppression that added it; null if that no longer exists. */
    suppressionId: text().nullable(),
    at: date(),
    /** How many entries have counted on the row without changing it otherwise (`relyOn`). */
    relied: number().optional(),
  },
  indexes: [[{ key: 1 }, { unique: true }]],
  // Keys go on blocking imports, as hashes: `hashSuppressedKeys`.
  erasure: 'by hand',
});

export type SuppressedKeyDocument = DocumentOf<typeof suppressedKeyModel>;
