import Joi from 'joi';

import { optionalBodySchema } from '../request-schema.js';
import { sourceName } from '../sync/import-lead.js';
import { fileName, type BulkFailure, type RowPerson } from '../sync/import-leads.js';

/** Body of `POST /jobs/{job_id}/undo`; optional. */
export interface UndoImportBody {
  /** True to only report what an undo would do. */
  readonly dry_run?: boolean;
}

export const undoImportBody = optionalBodySchema<UndoImportBody>({
  dry_run: Joi.boolean().description(
    'If true, shows what the undo would do and writes nothing. Default false.',
  ),
});

export interface UndoImportInput {
  /** The import. */
  readonly parent_job_id: string;
  /** Both of the import. */
  readonly source: string;
  readonly file_name?: string;
  readonly dry_run: boolean;
}

export const undoImportInput = Joi.object<UndoImportInput>({
  parent_job_id: Joi.string().required(),
  source: sourceName.required(),
  file_name: fileName,
  dry_run: Joi.boolean().default(false),
});

/** The results of an undo for a row. */
export const undoResults = ['undone', 'kept', 'nothing_to_undo'] as const;
export type UndoResult = (typeof undoResults)[number];

/** Whether an outcome belongs to a row of an undo, not of an import. */
export function hasUndoResult<T extends { readonly result: string }>(
  outcome: T,
): outcome is Extract<T, { readonly result: UndoResult }> {
  return undoResults.some((result) => result === outcome.result);
}

/**
 * The fields of an update that were restored, and those that were kept because others have changed them
 * since.
 */
export interface UndoneFields {
  readonly fields_restored?: readonly string[];
  readonly fields_kept?: readonly string[];
}

export const undoneFieldsKeys = {
  fields_restored: Joi.array().items(Joi.string()),
  fields_kept: Joi.array().items(Joi.string()),
} as const;

export interface UndoSuccess extends UndoneFields, RowPerson {
  readonly index: number;
  readonly row: number;
  readonly success: true;
  readonly lead_id: number | null;
  readonly result: UndoResult;
  /** Why not all of it was undone. */
  readonly reason?: string;
}

/** The counts of a finished undo: `successful = undone + kept + nothing_to_undo`. */
export interface UndoImportCounts {
  readonly parent_job_id: string;
  readonly dry_run: boolean;
  readonly total_processed: number;
  readonly successful: number;
  readonly failed: number;
  readonly undone: number;
  readonly kept: number;
  readonly nothing_to_undo: number;
}

export interface UndoImportAnswer extends UndoImportCounts {
  readonly results: readonly UndoSuccess[];
  readonly errors: readonly BulkFailure[];
}

const count = Joi.number().integer().min(0).required();

/** The part that the record of an undo stores; the rows are added in responses. */
export const undoImportCounts = Joi.object<UndoImportCounts>({
  parent_job_id: Joi.string().required(),
  dry_run: Joi.boolean().required(),
  total_processed: count,
  successful: count,
  failed: count,
  undone: count,
  kept: count,
  nothing_to_undo: count,
});
