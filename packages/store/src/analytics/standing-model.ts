import type { RecordKind } from '@leadbridge/domain';

import { defineModel, type DocumentOf } from '../define-model.js';
import { date, mixed, number, text } from '../fields.js';

/** The one document of its collection. */
export const standingId = 'standing';

/** Records that stand in a state. */
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
    /** Null as soon as a fact is added up that may have changed them. */
    counts: mixed<StandingCount[]>().orNull(),
    /** About as many records as there were: other sizes show records that somebody brought in or took away by hand. */
    sizes: mixed<Record<RecordKind, number>>().orNull(),
    countedAt: date().orNull(),
    /** Grows with every chunk of facts, so that a count of an earlier moment collides with it. */
    chunks: number().orDefault(0),
  },
});

export type StandingDocument = DocumentOf<typeof standingModel>;
