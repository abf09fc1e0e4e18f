import type { RecordKind } from '@leadbridge/domain';

import { defineModel, type DocumentOf } from '../define-model.js';
import { boolean, date, number, text } from '../fields.js';

/** What the analytics continue to count of an erased record. Contains no personal data. */
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
    /** True if the record had become another one, which is counted instead. */
    converted: boolean(),
    createdAt: date(),
    /** Only for an opportunity. */
    value: number().orNull(),
  },
  indexes: [[{ recordId: 1, kind: 1 }], [{ converted: 1, status: 1, source: 1 }]],
});

export type ErasedRecordDocument = DocumentOf<typeof erasedRecordModel>;
