import { FINDING_KINDS, REMEDIES } from '@leadbridge/domain';
import Joi from 'joi';

import { jobWaitSchema } from '../job-wait.js';
import { oneOf } from '../one-of.js';
import { listResponse, pageKeys } from '../paging.js';
import { bodySchema, textSchema } from '../request-schema.js';
import { underEach } from '../schema-keys.js';
import type { ValueOf } from '../schema-types.js';

const count = Joi.number().integer().min(0).required();
const time = Joi.string().isoDate();
const id = Joi.string().max(64).required();
const kind = Joi.string().valid(...FINDING_KINDS);
const remedy = Joi.string().valid(...REMEDIES);

/** By kind; each group of duplicates counts as one, and so do all tickets from before the first import. */
export const findingCountsSchema = Joi.object(underEach(FINDING_KINDS, count));
export type FindingCounts = ValueOf<typeof findingCountsSchema>;

export const reconciliationView = Joi.object({
  reconciliation_id: Joi.string().required(),
  job_id: Joi.string().required(),
  status: oneOf(['running', 'completed', 'failed']),
  /** The id of the credential or user, or `service`. */
  requested_by: Joi.string().required(),
  started_at: time.required(),
  finished_at: time.allow(null).required(),
  /** What it waits for while it is running. */
  waiting_for: jobWaitSchema,
  tickets: count.description('Tickets of the PSA that were compared.'),
  records: count.description('Records of the service that were compared.'),
  psa_requests: count.description('Requests to the PSA, without those of the mirror.'),
  counts: findingCountsSchema.required().description('Findings by kind.'),
  resolved: count.description('Findings for which a remedy was chosen, or applied automatically.'),
});
/** A comparison of the PSA with the records. */
export type ReconciliationView = ValueOf<typeof reconciliationView>;

export const reconciliationListQuery = textSchema(pageKeys('reconciliations', { limit: 50, maximum: 500 }));

export const reconciliationListResponse = listResponse('reconciliations', reconciliationView);

const reconciliationId = id.description('For example rec_0mf3k2a9c4b1….');

export const reconciliationParams = textSchema({ reconciliation_id: reconciliationId });
export const findingParams = textSchema({
  reconciliation_id: reconciliationId,
  finding_id: id.description('For example fnd_0mf3k2a9c4b1….'),
});

export const findingListQuery = textSchema({
  ...pageKeys('findings', { limit: 100, maximum: 1_000 }),
  kind,
  resolved: Joi.boolean(),
  format: Joi.string().valid('json', 'csv').description('`csv` returns all of them; `limit` is ignored.'),
});

const maybeId = Joi.number().integer().allow(null).required();

export const findingView = Joi.object({
  finding_id: Joi.string().required(),
  kind: kind.required(),
  psa_ticket_id: maybeId,
  lead_id: maybeId,
  details: Joi.object()
    .unknown(true)
    .required()
    .description('The values in the PSA and in the records, as ids and statuses, without personal data.'),
  remedies: Joi.array()
    .items(remedy)
    .required()
    .description(
      'The remedies that may be chosen; empty if the service cannot resolve the finding, or once it is resolved.',
    ),
  resolution: Joi.object({
    remedy: remedy.required(),
    status: oneOf(['pending', 'done']),
    by: Joi.string().required(),
    at: time.required(),
    automatic: Joi.boolean().required(),
  })
    .allow(null)
    .required(),
  error: Joi.string().allow(null).required().description('Why the last remedy could not be applied.'),
});
export type FindingView = ValueOf<typeof findingView>;

export const findingListResponse = listResponse('findings', findingView);

const clientId = Joi.number().integer().min(1);

export const resolveFindingBody = bodySchema({
  remedy: remedy.required(),
  client_id: clientId.description(
    'Only for `alias`: the client of the finding that later imports of the company use. Default: the oldest.',
  ),
});

export const resolveKindBody = bodySchema({
  kind: kind.required(),
  remedy: remedy.required(),
});

/** The result of a reconciliation's job. */
export const reconciliationResult = Joi.object({
  success: Joi.boolean().valid(true).required(),
  reconciliation_id: Joi.string().required(),
  counts: findingCountsSchema.required(),
});

export const reconciliationInput = Joi.object({ reconciliation_id: id });
/** The input of the job that applies the remedies chosen in one request. */
export const remedyInput = Joi.object({
  reconciliation_id: id,
  remedy: remedy.required(),
  /** For `alias`. */
  client_id: clientId,
});

export const remedyResult = Joi.object({
  success: Joi.boolean().valid(true).required(),
  reconciliation_id: Joi.string().required(),
  remedy: remedy.required(),
  resolved: count,
  failed: count.description(
    'Findings whose remedy could not be applied: each contains the reason and is open again.',
  ),
});
export type RemedyResult = ValueOf<typeof remedyResult>;
