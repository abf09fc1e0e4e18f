import type { RecordKind } from '@leadbridge/domain';

import { defineModel, type DocumentOf } from '../define-model.js';
import { date, mixed, number, text } from '../fields.js';

/** The id of the only document of its collection. */
export const standingId = 'standing';

/** The number of records in a state. */
export interface StandingCount {
  status: string;
  source: string;
  count: number;
}

export const standingModel = defineModel({
  name: 'Standing',
  collection: 'standing_totals',
  fields: {
    _id: text<typeof standingId>(),
    /** Null as soon as a fact is rolled up that may have changed them. */
    counts: mixed<StandingCount[]>().orNull(),
    /**
     * The approximate sizes of the collections at that time; other sizes show that records were added or
     * removed by hand.
     */
    sizes: mixed<Record<RecordKind, number>>().orNull(),
    countedAt: date().orNull(),
    /** Incremented with every chunk of facts, so that storing an outdated count conflicts. */
    chunks: number().orDefault(0),
  },
});

export type StandingDocument = DocumentOf<typeof standingModel>;
