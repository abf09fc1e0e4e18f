import { defineModel, type DocumentOf } from '../define-model.js';
import { date, text } from '../fields.js';

/** A key of a person who has opted out, or the keyed hash of one: what every import asks before it creates anything. */
export const suppressedKeyModel = defineModel({
  name: 'SuppressedKey',
  collection: 'suppressed_keys',
  fields: {
    /** See `suppressionKeyText`; a keyed hash of that where the person was erased. */
    key: text(),
    /** The suppression that it is from; null where none is left, absent until the upgrade from release 1.0. */
    suppressionId: text().nullable().optional(),
    at: date(),
  },
  indexes: [[{ key: 1 }, { unique: true }]],
});

export type SuppressedKeyDocument = DocumentOf<typeof suppressedKeyModel>;
