import { FINDING_KINDS, REMEDIES, type FindingKind, type Remedy } from '@leadbridge/domain';
import Joi from 'joi';

import { jobWaitSchema, type JobWait } from '../job-wait.js';
import { pageKeys, paginationSchema, type PageQuery, type Pagination } from '../paging.js';
import { bodySchema, textSchema } from '../request-schema.js';

export type FindingCounts = Readonly<Record<FindingKind, number>>;

const count = Joi.number().integer().min(0).required();
const time = Joi.string().isoDate();
const id = Joi.string().max(64).required();
const kind = Joi.string().valid(...FINDING_KINDS);
const remedy = Joi.string().valid(...REMEDIES);

/** By kind; each group of duplicates counts as one, and so do all tickets from before the first import. */
export const findingCountsSchema = Joi.object<FindingCounts>(
  Object.fromEntries(FINDING_KINDS.map((each) => [each, count])),
);

export const reconciliationStatuses = ['running', 'completed', 'failed'] as const;
export type ReconciliationStatus = (typeof reconciliationStatuses)[number];

/** A comparison of the PSA with the records. */
export interface ReconciliationView {
  readonly reconciliation_id: string;
  readonly job_id: string;
  readonly status: ReconciliationStatus;
  /** The id of the credential or user, or `service`. */
  readonly requested_by: string;
  readonly started_at: string;
  readonly finished_at: string | null;
  /** What it waits for while it is running. */
  readonly waiting_for: JobWait | null;
  /** Tickets and records that were compared; 0 until it has finished. */
  readonly tickets: number;
  readonly records: number;
  /** Requests to the PSA that it made itself. */
  readonly psa_requests: number;
  readonly counts: FindingCounts;
  /** Findings for which a remedy was chosen, or applied automatically. */
  readonly resolved: number;
}

export const reconciliationView = Joi.object<ReconciliationView>({
  reconciliation_id: Joi.string().required(),
  job_id: Joi.string().required(),
  status: Joi.string()
    .valid(...reconciliationStatuses)
    .required(),
  requested_by: Joi.string().required(),
  started_at: time.required(),
  finished_at: time.allow(null).required(),
  waiting_for: jobWaitSchema,
  tickets: count.description('Tickets of the PSA that were compared.'),
  records: count.description('Records of the service that were compared.'),
  psa_requests: count.description('Requests to the PSA, without those of the mirror.'),
  counts: findingCountsSchema.required().description('Findings by kind.'),
  resolved: count.description('Findings for which a remedy was chosen, or applied automatically.'),
});

/** Query of `GET /reconciliations`. */
export const reconciliationListQuery = textSchema<PageQuery>(
  pageKeys('reconciliations', { limit: 50, maximum: 500 }),
);

export const reconciliationListAnswer = Joi.object<{
  reconciliations: readonly ReconciliationView[];
  pagination: Pagination;
}>({
  reconciliations: Joi.array().items(reconciliationView).required(),
  pagination: paginationSchema.required(),
});

export interface ReconciliationParams {
  readonly reconciliation_id: string;
}

export interface FindingParams extends ReconciliationParams {
  readonly finding_id: string;
}

const reconciliationId = id.description('For example rec_0mf3k2a9c4b1….');

export const reconciliationParams = textSchema<ReconciliationParams>({ reconciliation_id: reconciliationId });
export const findingParams = textSchema<FindingParams>({
  reconciliation_id: reconciliationId,
  finding_id: id.description('For example fnd_0mf3k2a9c4b1….'),
});

export interface FindingListQuery extends PageQuery {
  readonly kind?: FindingKind;
  readonly resolved?: boolean;
  readonly format?: 'json' | 'csv';
}

/** Query of `GET /reconciliations/{reconciliation_id}/findings`. */
export const findingListQuery = textSchema<FindingListQuery>({
  ...pageKeys('findings', { limit: 100, maximum: 1_000 }),
  kind,
  resolved: Joi.boolean(),
  format: Joi.string().valid('json', 'csv').description('`csv` returns all of them; `limit` is ignored.'),
});

/** The remedy that was chosen for a finding, or applied automatically. */
export interface ResolutionView {
  readonly remedy: Remedy;
  readonly status: 'pending' | 'done';
  readonly by: string;
  readonly at: string;
  /** True if the service applied it automatically. */
  readonly automatic: boolean;
}

export interface FindingView {
  readonly finding_id: string;
  readonly kind: FindingKind;
  readonly psa_ticket_id: number | null;
  readonly lead_id: number | null;
  /** The state in the PSA and in the records, by ids and states; depends on the kind. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The available remedies; empty if the service cannot fix it, and once one was chosen. */
  readonly remedies: readonly Remedy[];
  readonly resolution: ResolutionView | null;
  /** Why the last chosen remedy could not be applied. */
  readonly error: string | null;
}

const maybeId = Joi.number().integer().allow(null).required();

const findingView = Joi.object<FindingView>({
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
  resolution: Joi.object<ResolutionView>({
    remedy: remedy.required(),
    status: Joi.string().valid('pending', 'done').required(),
    by: Joi.string().required(),
    at: time.required(),
    automatic: Joi.boolean().required(),
  })
    .allow(null)
    .required(),
  error: Joi.string().allow(null).required().description('Why the last remedy could not be applied.'),
});

export const findingListAnswer = Joi.object<{ findings: readonly FindingView[]; pagination: Pagination }>({
  findings: Joi.array().items(findingView).required(),
  pagination: paginationSchema.required(),
});

export interface ResolveFindingBody {
  readonly remedy: Remedy;
  readonly client_id?: number;
}

const clientId = Joi.number().integer().min(1);

/** Body of `POST /reconciliations/{reconciliation_id}/findings/{finding_id}/resolve`. */
export const resolveFindingBody = bodySchema<ResolveFindingBody>({
  remedy: remedy.required(),
  client_id: clientId.description(
    'Only for `alias`: the client of the finding that later imports of the company use. Default: the oldest.',
  ),
});

export interface ResolveKindBody extends Pick<ResolveFindingBody, 'remedy'> {
  readonly kind: FindingKind;
}

/** Body of `POST /reconciliations/{reconciliation_id}/resolve`. */
export const resolveKindBody = bodySchema<ResolveKindBody>({
  kind: kind.required(),
  remedy: remedy.required(),
});

/** The result of a reconciliation's job. */
export interface ReconciliationResult {
  readonly success: true;
  readonly reconciliation_id: string;
  readonly counts: FindingCounts;
}

export const reconciliationResult = Joi.object<ReconciliationResult>({
  success: Joi.boolean().valid(true).required(),
  reconciliation_id: Joi.string().required(),
  counts: findingCountsSchema.required(),
});

/** The input of the job that applies the remedies chosen in one request. */
export interface RemedyInput extends ReconciliationParams {
  readonly remedy: Remedy;
  /** For `alias`. */
  readonly client_id?: number;
}

export const reconciliationInput = Joi.object<ReconciliationParams>({ reconciliation_id: id });
export const remedyInput = Joi.object<RemedyInput>({
  reconciliation_id: id,
  remedy: remedy.required(),
  client_id: clientId,
});

export interface RemedyResult extends Omit<RemedyInput, 'client_id'> {
  readonly success: true;
  readonly resolved: number;
  /** Findings whose remedy could not be applied; they contain the reason, and are open again. */
  readonly failed: number;
}

export const remedyResult = Joi.object<RemedyResult>({
  success: Joi.boolean().valid(true).required(),
  reconciliation_id: Joi.string().required(),
  remedy: remedy.required(),
  resolved: count,
  failed: count.description(
    'Findings whose remedy could not be applied: each contains the reason and is open again.',
  ),
});
