import type { RecordKind } from '@leadbridge/domain';

import { defineModel, type DocumentOf } from '../define-model.js';
import { boolean, date, number, text } from '../fields.js';

/** What the analytics go on counting of a record that was erased. Nothing of it says whose it was. */
export const erasedRecordModel = defineModel({
  name: 'ErasedRecord',
  collection: 'erased_records',
  fields: {
    /** `<kind>:<id>` */
    _id: text(),
    kind: text<RecordKind>(),
    recordId: number(),
    status: text(),
    source: text(),
    /** True where the record had become another one, which is counted in its place. */
    converted: boolean(),
    createdAt: date(),
    /** Of an opportunity. */
    value: number().orNull(),
  },
  indexes: [[{ recordId: 1, kind: 1 }], [{ converted: 1, status: 1, source: 1 }]],
});

export type ErasedRecordDocument = DocumentOf<typeof erasedRecordModel>;
