import { defineModel, type DocumentOf, type Index } from '../define-model.js';
import { boolean, date, number, numbers, text } from '../fields.js';

export const retentionSeconds = 90 * 24 * 3600;

/** Names of the indexes that pages are read from. */
export const errorLogIndexes = { all: 'page', level: 'page_of_level' } as const;

const filters = ['jobId', 'requestId', 'leadId', 'errorCode', 'leadSource', 'fault'];

/** An entry of the error log (specification, "Error log entry"), without personal data except ids. */
export const errorLogModel = defineModel({
  name: 'ErrorLogEntry',
  collection: 'error_log',
  fields: {
    /** `err_…` */
    _id: text(),
    at: date(),
    level: text<'error' | 'warning' | 'info'>(),
    message: text(),
    source: text(),
    leadId: number().orNull(),
    errorCode: text(),
    jobId: text().orNull(),
    requestId: text().orNull(),
    /** Missing in entries of earlier releases; see `faultOf`. */
    fault: text<'caller' | 'service'>().optional(),
    leadSource: text().orNull().optional(),
    /** Rows of a bulk import: how many, and the first ones as a spreadsheet shows them. */
    rowCount: number().optional(),
    rowNumbers: numbers().optional(),
    /** The indexes of the first ones, in entries of earlier releases. */
    rows: numbers().optional(),
    /** Set once it is in the totals of the error log. */
    counted: boolean<true>().optional(),
  },
  indexes: [
    // In the order of the pages; the index must include all fields to avoid sorting.
    [{ at: -1, _id: -1 }, { name: errorLogIndexes.all }],
    [{ level: 1, at: -1, _id: -1 }, { name: errorLogIndexes.level }],
    ...filters.map((filter): Index => [{ [filter]: 1, at: -1, _id: -1 }]),
    [{ at: 1 }, { name: 'uncounted', partialFilterExpression: { counted: null } }],
    [{ at: 1 }, { name: 'retention', expireAfterSeconds: retentionSeconds }],
  ],
});

export type ErrorLogDocument = DocumentOf<typeof errorLogModel>;
