import Joi from 'joi';

import { oneOf } from '../one-of.js';
import { optionalBodySchema } from '../request-schema.js';
import { sourceName } from '../sync/import-lead.js';
import { rowNumber } from '../row-number.js';
import { fileName, rowPersonKeys, type BulkFailure } from '../sync/import-leads.js';
import type { ValueOf } from '../schema-types.js';

export const undoImportBody = optionalBodySchema({
  dry_run: Joi.boolean().description(
    'If true, shows what the undo would do and writes nothing. Default false.',
  ),
});
export type UndoImportBody = ValueOf<typeof undoImportBody>;

export const undoImportInput = Joi.object({
  parent_job_id: Joi.string().required(),
  /** Both of the import. */
  source: sourceName.required(),
  file_name: fileName,
  dry_run: Joi.boolean().default(false),
});
export type UndoImportInput = ValueOf<typeof undoImportInput>;

export const undoResults = ['undone', 'kept', 'nothing_to_undo'] as const;
export type UndoResult = (typeof undoResults)[number];

/** Whether an outcome belongs to a row of an undo, not of an import. */
export function hasUndoResult<T extends { readonly result: string }>(
  outcome: T,
): outcome is Extract<T, { readonly result: UndoResult }> {
  return undoResults.some((result) => result === outcome.result);
}

/** The fields that were restored, and those that were kept because others have changed them since. */
export const undoneFieldsKeys = {
  fields_restored: Joi.array().items(Joi.string()),
  fields_kept: Joi.array().items(Joi.string()),
} as const;

const count = Joi.number().integer().min(0).required();

export const undoSuccess = Joi.object({
  index: count,
  row: rowNumber.required(),
  ...rowPersonKeys,
  success: Joi.boolean().valid(true).required(),
  lead_id: Joi.number().integer().allow(null).required(),
  result: oneOf(undoResults),
  ...undoneFieldsKeys,
  /** Why not all of it was undone. */
  reason: Joi.string(),
});
export type UndoSuccess = ValueOf<typeof undoSuccess>;

export type UndoImportResponse = UndoImportCounts & {
  readonly results: readonly UndoSuccess[];
  readonly errors: readonly BulkFailure[];
};

/** The part that the record of an undo stores; the rows are added in responses. */
export const undoImportCounts = Joi.object({
  parent_job_id: Joi.string().required(),
  dry_run: Joi.boolean().required(),
  total_processed: count,
  successful: count,
  failed: count,
  undone: count,
  kept: count,
  nothing_to_undo: count,
});
/** The counts of a finished undo: `successful = undone + kept + nothing_to_undo`. */
export type UndoImportCounts = ValueOf<typeof undoImportCounts>;
