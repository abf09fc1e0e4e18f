import type { RecordKind } from '@leadbridge/domain';

import { defineModel, type DocumentOf } from '../define-model.js';
import { boolean, date, number, text } from '../fields.js';

/** One move of one record; the analytics add these up. */
export const transitionModel = defineModel({
  name: 'Transition',
  collection: 'transitions',
  fields: {
    kind: text<RecordKind>(),
    recordId: number(),
    leadId: number(),
    source: text(),
    from: text(),
    to: text(),
    at: date(),
    secondsInFrom: number(),
    /** In the totals of the analytics; absent until then. */
    counted: boolean<true>().optional(),
  },
  indexes: [
    // Holds all that the analytics read.
    [{ at: 1, from: 1, to: 1, secondsInFrom: 1, source: 1 }, { name: 'moves' }],
    [{ to: 1, at: 1, source: 1 }],
    [{ at: 1 }, { name: 'uncounted', partialFilterExpression: { counted: null } }],
  ],
});

export type TransitionRowDocument = DocumentOf<typeof transitionModel>;
