import type { RecordKind } from '@leadbridge/domain';

import { defineModel, type DocumentOf } from '../define-model.js';
import { boolean, date, number, text } from '../fields.js';

/** One transition of one record; the analytics sum these up. */
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
    /** Set once it is in the totals of the analytics. */
    counted: boolean<true>().optional(),
  },
  indexes: [
    // Contains all fields that the analytics read.
    [{ at: 1, from: 1, to: 1, secondsInFrom: 1, source: 1 }, { name: 'moves' }],
    [{ to: 1, at: 1, source: 1 }],
    [{ at: 1 }, { name: 'uncounted', partialFilterExpression: { counted: null } }],
  ],
});

export type TransitionRowDocument = DocumentOf<typeof transitionModel>;
