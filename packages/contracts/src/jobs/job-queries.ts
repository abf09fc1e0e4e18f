import Joi from 'joi';

import { companyMatchSchema } from '../company-matches/company-match.js';
import { listResponse, pageKeys } from '../paging.js';
import { textSchema } from '../request-schema.js';
import { suppressedByKeys } from '../suppressions/suppression-gate.js';
import { optOutListResults } from '../suppressions/opt-out-list.js';
import { recordId } from '../records/formats.js';
import { importResults, sourceName } from '../sync/import-lead.js';
import { rowNumber } from '../row-number.js';
import { rowFaultCode, rowPersonKeys } from '../sync/import-leads.js';
import { importPlan, plannedOutcome } from '../sync/import-plan.js';
import { wholeNumber } from '../whole-number.js';
import { jobTypes } from './job-catalogue.js';
import { jobIdText, jobStatuses } from './job-view.js';
import { undoneFieldsKeys, undoResults } from './undo-import.js';
import type { ValueOf } from '../schema-types.js';

export const jobParams = textSchema({ job_id: jobIdText.required() });
export type JobParams = ValueOf<typeof jobParams>;

export const jobQueryOptions = textSchema({
  results: Joi.string()
    .valid('all', 'none')
    .default('all')
    .description('`none` leaves out the result of each row: for polls of a large import.'),
})
  // As before it had a query of its own.
  .unknown(true);
export type JobQueryOptions = ValueOf<typeof jobQueryOptions>;

export const jobListQuery = textSchema({
  ...pageKeys('jobs', { limit: 50, maximum: 500 }),
  type: Joi.string().valid(...jobTypes),
  status: Joi.string().valid(...jobStatuses),
  parent_job_id: jobIdText.description('The retries of this job, its undos, or the commit of this dry run.'),
  lead_id: recordId.description(
    'Jobs that imported or changed this lead, or the prospect and opportunity that it became.',
  ),
  source: sourceName.description('Imports of this source, by its name or an alias.'),
  requested_by: Joi.string().max(100).description('As in `requested_by` of a job.'),
});

/** The results of a row: of an import, of an undo, and of a list of opt-outs. */
const rowResults = [...importResults, ...undoResults, ...optOutListResults] as const;

/** Rows per page of JSON, unless the query sets it. */
export const resultsPerPage = 100;
const maxResultsPerPage = 1_000;

export const jobResultsQuery = textSchema({
  ...pageKeys('job_rows', { limit: resultsPerPage, maximum: maxResultsPerPage }),
  limit: wholeNumber
    .min(1)
    .max(maxResultsPerPage)
    .description(`Rows per page. Default: ${resultsPerPage} for JSON, all for CSV.`),
  status: Joi.string().valid('succeeded', 'failed'),
  result: Joi.string().valid(...rowResults),
  format: Joi.string()
    .valid('json', 'csv')
    .description(
      'Overrides the Accept header. `csv` returns all rows that match the filter, or one page if `limit`, `page` or `cursor` is given.',
    ),
});

const identifier = Joi.number().integer().allow(null);

export const jobRowView = Joi.object({
  index: Joi.number().integer().min(0).required(),
  row: rowNumber.required(),
  ...rowPersonKeys,
  success: Joi.boolean().allow(null).required(),
  lead_id: identifier,
  psa_ticket_id: identifier,
  result: Joi.string().valid(...rowResults),
  /** Why the lead was skipped or preserved, or why not all of it was undone. */
  reason: Joi.string(),
  ...undoneFieldsKeys,
  ...suppressedByKeys,
  suppression_id: suppressedByKeys.suppression_id
    .allow(null)
    .description('The suppression that matched, or that the row of a list of opt-outs has added or found.'),
  /** The parts of the lead that could not be imported; omitted if there are none. */
  warnings: Joi.array().items(Joi.string()),
  company_match: companyMatchSchema,
  error: Joi.string().allow(null),
  code: rowFaultCode,
  suggestion: Joi.string(),
  plan: importPlan,
  /** For a row that failed with `PLAN_CHANGED`: the plan of the dry run, and the current one. */
  planned: plannedOutcome,
  current: plannedOutcome,
});
/** A row of a bulk import, an undo or a list of opt-outs; `success` is null until it is known. */
export type JobRowView = ValueOf<typeof jobRowView>;

export const jobResultsResponse = listResponse('results', jobRowView);
