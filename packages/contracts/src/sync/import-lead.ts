import Joi from 'joi';

import { companyMatchSchema } from '../company-matches/company-match.js';
import { dryRunKeys, importPlan } from './import-plan.js';
import { oneOf } from '../one-of.js';
import { suppressedByKeys } from '../suppressions/suppression-gate.js';
import { bodySchema } from '../request-schema.js';
import { withKeys } from '../schema-keys.js';
import type { ValueOf } from '../schema-types.js';

export const sourceName = Joi.string().max(100).description('A configured source, or one of its aliases.');

export const leadDescription =
  "The flat form (first_name, last_name, email, company, title, …, also under the names that spreadsheets and exports give them) or the payload of the source's provider as it came, with one person in it.";

/** The schema only requires an object, everything else is checked by the import rules. */
export const leadData = Joi.object().unknown(true).description(leadDescription);

export const importOptionsSchema = Joi.object({
  /** False skips the search and always creates. */
  deduplication: Joi.boolean().description('Default true.'),
  /** False leaves an existing lead unchanged. */
  update_existing: Joi.boolean().description('Default true.'),
  /** False sends only CF_101 and CF_105. */
  custom_fields: Joi.boolean().description('Default true.'),
  strict: Joi.boolean().description(
    'Rejects a lead with unknown keys; otherwise `warnings` lists them. Default false.',
  ),
});
/** What an import may do besides creating, and how it reads (decisions: "`options` defaults"). */
export type ImportOptions = Required<ValueOf<typeof importOptionsSchema>>;

export const dryRunOption = Joi.boolean().description(
  'If true, nothing is written: the response shows what would be written. Default false.',
);

export const singleImportOptionsSchema = withKeys(importOptionsSchema, { dry_run: dryRunOption });
/** The options of a single import; for a bulk import, `dry_run` is in its `batch_options`. */
export type SingleImportOptions = ImportOptions & ValueOf<typeof singleImportOptionsSchema>;

export const importLeadBody = bodySchema({
  source: sourceName.required(),
  data: leadData.required(),
  options: singleImportOptionsSchema,
});

export function completeImportOptions<Options extends Partial<ImportOptions>>(
  options?: Options,
): ImportOptions & Options;
export function completeImportOptions(options: Partial<ImportOptions> = {}): ImportOptions {
  return { deduplication: true, update_existing: true, custom_fields: true, strict: false, ...options };
}

export const importResults = ['created', 'updated', 'skipped', 'preserved'] as const;

const texts = Joi.array().items(Joi.string());

/** The response of `POST /sync/leads`: the specification's fields, plus those that decisions.md adds. */
export const importLeadResponse = Joi.object({
  success: Joi.boolean().required(),
  lead_id: Joi.number().integer().allow(null).required(),
  psa_ticket_id: Joi.number().integer().allow(null).required(),
  actions_taken: texts.required(),
  result: oneOf(importResults),
  quality_score: Joi.number().integer().min(0).max(100).required(),
  warnings: texts.required(),
  ticket_id: Joi.number().integer(),
  fields_updated: texts,
  fields_preserved: texts,
  manual_work_detected: Joi.boolean(),
  reason: Joi.string(),
  ...suppressedByKeys,
  company_match: companyMatchSchema,
  /** Only for a dry run, like the plan; objects that do not exist yet have no id. */
  dry_run: dryRunKeys.dry_run,
  plan: importPlan,
});
