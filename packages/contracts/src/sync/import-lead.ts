import Joi from 'joi';

import { companyMatchSchema, type CompanyMatchView } from '../company-matches/company-match.js';
import { dryRunKeys, importPlan, type ImportPlan } from './import-plan.js';
import { suppressedByKeys, type SuppressedBy } from '../suppressions/suppression-gate.js';
import { bodySchema } from '../request-schema.js';

/**
 * What an import may do besides creating, and how it reads (decisions: "`options` defaults"); all except
 * `strict` are true by default.
 */
export interface ImportOptions {
  /** False skips the search and always creates. */
  readonly deduplication: boolean;
  /** False leaves an existing lead unchanged. */
  readonly update_existing: boolean;
  /** False sends only CF_101 and CF_105. */
  readonly custom_fields: boolean;
  /** True rejects a lead with unused keys; false warns about them. */
  readonly strict: boolean;
}

/** The options of a single import; for a bulk import, `dry_run` is in its `batch_options`. */
export interface SingleImportOptions extends ImportOptions {
  /** True writes nothing, and returns what would be written. */
  readonly dry_run?: boolean;
}

export const sourceName = Joi.string().max(100).description('A configured source, or one of its aliases.');

export const leadDescription =
  "The flat form (first_name, last_name, email, company, title, …, also under the names that spreadsheets and exports give them) or the payload of the source's provider as it came, with one person in it.";

/**
 * A lead as it was sent: the schema only requires an object, everything else is checked by the import rules.
 */
export const leadData = Joi.object().unknown(true).description(leadDescription);

export const importOptionsSchema = Joi.object<Partial<ImportOptions>>({
  deduplication: Joi.boolean().description('Default true.'),
  update_existing: Joi.boolean().description('Default true.'),
  custom_fields: Joi.boolean().description('Default true.'),
  strict: Joi.boolean().description(
    'Rejects a lead with unknown keys; otherwise `warnings` lists them. Default false.',
  ),
});

export const dryRunOption = Joi.boolean().description(
  'If true, nothing is written: the response shows what would be written. Default false.',
);

export const singleImportOptionsSchema = importOptionsSchema.append<Partial<SingleImportOptions>>({
  dry_run: dryRunOption,
});

/** Body of `POST /sync/leads`. */
export const importLeadBody = bodySchema({
  source: sourceName.required(),
  /** The flat format, or the provider's own payload. */
  data: leadData.required(),
  options: singleImportOptionsSchema,
});

/** The options with their defaults. */
export function completeImportOptions<Options extends Partial<ImportOptions>>(
  options?: Options,
): ImportOptions & Options;
export function completeImportOptions(options: Partial<ImportOptions> = {}): ImportOptions {
  return { deduplication: true, update_existing: true, custom_fields: true, strict: false, ...options };
}

/** The result of a single import. */
export const importResults = ['created', 'updated', 'skipped', 'preserved'] as const;
export type ImportResult = (typeof importResults)[number];

/** The response of `POST /sync/leads`: the specification's fields, plus those that decisions.md adds. */
export interface ImportLeadResponse extends SuppressedBy {
  readonly success: boolean;
  readonly lead_id: number | null;
  readonly psa_ticket_id: number | null;
  readonly actions_taken: readonly string[];
  readonly result: ImportResult;
  readonly quality_score: number;
  readonly warnings: readonly string[];
  readonly ticket_id?: number;
  readonly fields_updated?: readonly string[];
  readonly fields_preserved?: readonly string[];
  readonly manual_work_detected?: boolean;
  readonly reason?: string;
  readonly company_match?: CompanyMatchView;
  /** Only for a dry run, like the plan; objects that do not exist yet have no id. */
  readonly dry_run?: true;
  readonly plan?: ImportPlan;
}

const texts = Joi.array().items(Joi.string());

export const importLeadResponse = Joi.object<ImportLeadResponse>({
  success: Joi.boolean().required(),
  lead_id: Joi.number().integer().allow(null).required(),
  psa_ticket_id: Joi.number().integer().allow(null).required(),
  actions_taken: texts.required(),
  result: Joi.string()
    .valid(...importResults)
    .required(),
  quality_score: Joi.number().integer().min(0).max(100).required(),
  warnings: texts.required(),
  ticket_id: Joi.number().integer(),
  fields_updated: texts,
  fields_preserved: texts,
  manual_work_detected: Joi.boolean(),
  reason: Joi.string(),
  ...suppressedByKeys,
  company_match: companyMatchSchema,
  dry_run: dryRunKeys.dry_run,
  plan: importPlan,
});
