import { ERASED } from '@leadbridge/domain';
import type { RowPlace } from '@leadbridge/usecases';

import { defineModel, type DocumentOf, type Index } from '../define-model.js';
import { date, listOf, number, numbers, text } from '../fields.js';

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
    message: text().personal().erasedTo(ERASED),
    source: text(),
    leadId: number().orNull(),
    errorCode: text(),
    jobId: text().orNull(),
    requestId: text().orNull(),
    /** Missing in entries of earlier releases; see `faultOf`. */
    fault: text<'caller' | 'service'>().optional(),
    leadSource: text().orNull().optional(),
    /** Rows of a bulk import or an undo: how many, and the first ones. */
    rowCount: number().optional(),
    rowPlaces: listOf({ index: number(), row: number() }).optional(),
    /** The indexes of the first ones, in entries of earlier releases. */
    rows: numbers().optional(),
  },
  indexes: [
    // In the order of the pages; the index must include all fields to avoid sorting.
    [{ at: -1, _id: -1 }, { name: errorLogIndexes.all }],
    [{ level: 1, at: -1, _id: -1 }, { name: errorLogIndexes.level }],
    ...filters.map((filter): Index => [{ [filter]: 1, at: -1, _id: -1 }]),
    [{ at: 1 }, { name: 'retention', expireAfterSeconds: retentionSeconds }],
  ],
  erasure: 'searched',
});

export type ErrorLogDocument = DocumentOf<typeof errorLogModel>;

/** The first rows that an entry is about. Entries of earlier releases have their indexes. */
export function rowPlacesOf({
  rowPlaces = [],
  rows: indexes = [],
}: Pick<ErrorLogDocument, 'rowPlaces' | 'rows'>): readonly RowPlace[] {
  const places = [...rowPlaces, ...indexes.map((index) => ({ index, row: index + 1 }))];
  return places.sort((one, other) => one.row - other.row);
}
