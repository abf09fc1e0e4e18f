import { defineModel } from '../define-model.js';
import { date, number, text, type ValuesOf } from '../fields.js';

/** What the moves of one kind come to. */
const sums = {
  count: number(),
  secondsInFrom: number(),
  /** Won opportunities that have a value, and their values. */
  priced: number(),
  value: number(),
  /** Won opportunities that are known, and the milliseconds from their creation until they were won. */
  dated: number(),
  millisecondsToWin: number(),
};

export type MoveSums = ValuesOf<typeof sums>;

/** The moves of the records of one source from one state to another in one bucket of time, added up. */
export const moveTotalModel = defineModel({
  name: 'MoveTotal',
  collection: 'move_totals',
  fields: {
    /** Width of the bucket in milliseconds. */
    grain: number(),
    start: date(),
    source: text(),
    from: text(),
    to: text(),
    ...sums,
  },
  indexes: [[{ grain: 1, start: 1, source: 1, from: 1, to: 1 }, { unique: true }]],
});
