import Joi from 'joi';

import { companyMatchSchema } from '../company-matches/company-match.js';
import { oneOf } from '../one-of.js';
import { bodySchema } from '../request-schema.js';
import { rowNumber } from '../row-number.js';
import { suppressedByKeys } from '../suppressions/suppression-gate.js';
import {
  dryRunOption,
  importOptionsSchema,
  importResults,
  leadDescription,
  sourceName,
} from './import-lead.js';
import { dryRunKeys, importPlan, plannedOutcome } from './import-plan.js';
import type { ValueOf, ValuesOf } from '../schema-types.js';

/** The most leads of one bulk import (decisions: "Size of a bulk import"). */
export const maximumBulkLeads = 10_000;

/** Anything in place of a lead, including `null`: one that cannot be imported does not reject the others. */
const anyLead = Joi.any().description(
  `${leadDescription} An item that is no object is an entry of \`errors\`.`,
);

/** The most characters of a file's name. */
const maxFileNameLength = 255;

export const fileName = Joi.string()
  .max(maxFileNameLength)
  .description('Of the file that the leads come from; shown with the job.');

export const batchOptionsSchema = Joi.object({
  batch_size: Joi.number().integer().min(1).max(500).description('Default 100.'),
  rate_limit: Joi.number().integer().min(1).max(1_000_000).allow(null).description('Leads per minute.'),
  continue_on_error: Joi.boolean().description(
    'Default true. If false, the import stops at the first failed row, and nothing is written to the PSA for the rows after it.',
  ),
  dry_run: dryRunOption,
  verify: Joi.boolean().description(
    'Default false. If true, every row is checked live in the PSA instead of in the mirror: for imports right after emails or company names were changed in the PSA.',
  ),
  file_name: fileName,
});
type SentBatchOptions = ValueOf<typeof batchOptionsSchema>;
/** How a bulk import processes its rows (decisions: "`batch_options` defaults"). */
export type BatchOptions = Required<Omit<SentBatchOptions, 'dry_run' | 'file_name'>> & SentBatchOptions;

/** Body of `POST /sync/leads/bulk`. An error of a lead fails its row, not the request. */
export const importLeadsBody = bodySchema({
  source: sourceName.required(),
  leads: Joi.array().items(anyLead).min(1).max(maximumBulkLeads).required(),
  rows: Joi.array()
    .items(rowNumber)
    .max(maximumBulkLeads)
    .description(
      'For leads read from a file: the row of each in it, in the order of `leads`. Results, suggestions and the error log name these rows; by default the first lead is row 1.',
    ),
  options: importOptionsSchema,
  batch_options: batchOptionsSchema,
}).custom((body: ImportLeadsBody, helpers) =>
  body.rows === undefined || body.rows.length === body.leads.length
    ? body
    : helpers.message({ custom: '"rows" must have one number for each lead' }),
);
export type ImportLeadsBody = ValueOf<typeof importLeadsBody>;

/** The batch options with their defaults. */
export function completeBatchOptions(options: Partial<BatchOptions> = {}): BatchOptions {
  return { batch_size: 100, rate_limit: null, continue_on_error: true, verify: false, ...options };
}

/** For programs. No enumeration: the meaning of a code never changes, and more may be added. */
export const rowFaultCode = Joi.string().description(
  'VALIDATION_ERROR, INSUFFICIENT_DATA, DUPLICATE_IN_REQUEST, EXTERNAL_ID_IN_USE, EXTERNAL_API_ERROR, INTERNAL_ERROR, SET_ASIDE, NOT_PROCESSED, CANCELLED, PLAN_CHANGED or ERASED; more may be added.',
);

/** The code of a row that a cancelled import did not reach. */
export const cancelledCode = 'CANCELLED';

/** The code of a row during which worker processes ended repeatedly. */
export const setAsideCode = 'SET_ASIDE';

/** The code of a row without data, because its person was erased. */
export const erasedCode = 'ERASED';

export const rowPersonKeys = {
  name: Joi.string().description(
    'The person of the row, as far as it can be read; of a list of opt-outs also an address, a number or a domain.',
  ),
  company: Joi.string(),
} as const;
export type RowPerson = ValuesOf<typeof rowPersonKeys>;

const count = Joi.number().integer().min(0).required();

export const bulkSuccess = Joi.object({
  index: count,
  row: rowNumber.required(),
  success: Joi.boolean().valid(true).required(),
  lead_id: Joi.number().integer().allow(null).required(),
  result: oneOf(importResults),
  /** The parts of the lead that could not be imported; omitted if there are none. */
  warnings: Joi.array().items(Joi.string()),
  suppressed_by: suppressedByKeys.suppressed_by,
  company_match: companyMatchSchema,
  plan: importPlan,
});
export type BulkSuccess = ValueOf<typeof bulkSuccess>;

export const bulkFailure = Joi.object({
  index: count,
  row: rowNumber.required(),
  ...rowPersonKeys,
  error: Joi.string().required(),
  /** Stable and machine-readable, for example `DUPLICATE_IN_REQUEST`. */
  code: rowFaultCode.required(),
  suggestion: Joi.string(),
  plan: importPlan,
  /** For a row that failed with `PLAN_CHANGED`: the plan of the dry run, and the current one. */
  planned: plannedOutcome,
  current: plannedOutcome,
});
export type BulkFailure = ValueOf<typeof bulkFailure>;

export const importLeadsResponse = Joi.object({
  total_processed: count,
  successful: count,
  failed: count,
  results: Joi.array().items(bulkSuccess).required(),
  errors: Joi.array().items(bulkFailure).required(),
  ...dryRunKeys,
});
/**
 * The response of `POST /sync/leads/bulk`; `total_processed = successful + failed`. Rows that a cancelled
 * import did not reach are in `errors` and in none of these counts.
 */
export type ImportLeadsResponse = ValueOf<typeof importLeadsResponse>;
