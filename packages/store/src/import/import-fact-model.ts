import { defineModel, type DocumentOf } from '../define-model.js';
import { boolean, date, number, text, type ValuesOf } from '../fields.js';

/** The number of rows by result. */
export const importCounts = {
  created: number(),
  updated: number(),
  skipped: number(),
  preserved: number(),
  failed: number(),
};

export type ImportCounts = ValuesOf<typeof importCounts>;

/** How the rows of one source in one batch ended; the analytics sum these up. */
export const importFactModel = defineModel({
  name: 'ImportFact',
  collection: 'import_facts',
  fields: {
    at: date(),
    source: text(),
    created: number().orDefault(0),
    updated: number().orDefault(0),
    skipped: number().orDefault(0),
    preserved: number().orDefault(0),
    failed: number().orDefault(0),
    /** Set once it is in the totals. */
    counted: boolean<true>().optional(),
  },
  indexes: [
    // Contains all fields that the analytics read.
    [{ at: 1, source: 1, created: 1, updated: 1, skipped: 1, preserved: 1, failed: 1 }, { name: 'totals' }],
    [{ at: 1 }, { name: 'uncounted', partialFilterExpression: { counted: null } }],
  ],
});

export type ImportFactDocument = DocumentOf<typeof importFactModel>;
