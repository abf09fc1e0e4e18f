import Joi from 'joi';

import { recordCallResponse } from '../calls/call-view.js';
import { recordCallBody } from '../calls/record-call.js';
import { rebuildMirrorResult } from '../mirror/mirror.js';
import { erasureBody, erasureResultSchema } from '../erasures/erasure.js';
import { setLeadStatusResponse, setLeadStatusBody } from '../leads/set-lead-status.js';
import { createOpportunityResponse, createOpportunityBody } from '../opportunities/create-opportunity.js';
import { updateOpportunityResponse, updateOpportunityBody } from '../opportunities/update-opportunity.js';
import { convertLeadResponse, convertLeadBody } from '../prospects/convert-lead.js';
import { setProspectStatusResponse, setProspectStatusBody } from '../prospects/set-prospect-status.js';
import {
  reconciliationInput,
  reconciliationResult,
  remedyInput,
  remedyResult,
} from '../reconciliations/reconciliation.js';
import { checkPsaResponse } from '../psa/check-psa.js';
import { recordId } from '../records/formats.js';
import { withKeys } from '../schema-keys.js';
import type { ValueOf } from '../schema-types.js';
import { optOutListResponse, optOutListInput } from '../suppressions/opt-out-list.js';
import { ticketNotificationResponse } from '../suppressions/ticket-notification.js';
import { importLeadResponse, leadData, sourceName } from '../sync/import-lead.js';
import { plannedOutcome } from '../sync/import-plan.js';
import { importLeadsResponse } from '../sync/import-leads.js';
import {
  batchOptions,
  ifChanged,
  importOptions,
  noInput,
  singleImportOptions,
  ticketSync,
} from './job-inputs.js';
import { undoImportCounts, undoImportInput } from './undo-import.js';

/** Priorities for the PSA's budget, in the order in which they are served. */
export const psaPriorities = ['opt_out', 'lifecycle', 'single', 'bulk', 'mirror'] as const;
export type PsaPriority = (typeof psaPriorities)[number];

/** The queues that carry jobs; the catalog of queues defines how each retries failures. */
export type JobQueueKey =
  | 'leadImports'
  | 'bulkImports'
  | 'undos'
  | 'lifecycle'
  | 'optOuts'
  | 'optOutLists'
  | 'ticketChanges'
  | 'erasures'
  | 'mirrorRebuilds'
  | 'psaChecks'
  | 'reconciliations';

interface JobDefinition {
  /**
   * The input as it is stored with the job. It also parses jobs of earlier releases, so it may be widened,
   * with defaults for new fields, but never narrowed.
   */
  readonly schema: Joi.ObjectSchema;
  readonly queue: JobQueueKey;
  /** The priority of its PSA calls; null if it makes none. */
  readonly priority: PsaPriority | null;
  /** The maximum number of runs of a failing job. Waiting for the PSA's budget does not count. */
  readonly attempts: number;
  /** The body that the endpoint returns if the request waits for the job. */
  readonly result: Joi.ObjectSchema | Joi.AlternativesSchema;
}

/** A caller waits for these: they fail within the usual wait, and the caller may send the request again. */
const attemptsWhileCallerWaits = 4;
/** Nobody should have to restart a long import because the PSA was unavailable for an hour. */
const attemptsWhilePsaIsUnavailable = 30;
/** Once begun, it must be completed. */
const unlimitedAttempts = 100_000;

/** Transitions of leads, prospects and opportunities, and their notes. */
const transition = {
  queue: 'lifecycle',
  priority: 'lifecycle',
  attempts: attemptsWhileCallerWaits,
} as const;

/** Every kind of work that the service does for a caller, with all its properties. */
export const jobCatalogue = {
  lead_import: {
    schema: Joi.object({
      source: sourceName.required(),
      data: leadData.required(),
      options: singleImportOptions,
      /** Both only for the commit of a dry run. */
      if_changed: ifChanged,
      planned: plannedOutcome,
    }),
    queue: 'leadImports',
    priority: 'single',
    attempts: attemptsWhileCallerWaits,
    result: importLeadResponse,
  },
  bulk_import: {
    schema: Joi.object({
      source: sourceName.required(),
      options: importOptions,
      batch_options: batchOptions,
      /** Only for the commit of a dry run; its plans are stored with the rows. */
      if_changed: ifChanged,
    }),
    queue: 'bulkImports',
    priority: 'bulk',
    attempts: attemptsWhilePsaIsUnavailable,
    result: importLeadsResponse,
  },
  /** Of a single or a bulk import. */
  undo_import: {
    schema: undoImportInput,
    queue: 'undos',
    priority: 'bulk',
    attempts: attemptsWhilePsaIsUnavailable,
    result: undoImportCounts,
  },
  /** Has the priority of an opt-out if it is one. */
  lead_status: {
    schema: withKeys(setLeadStatusBody, { lead_id: recordId.required() }),
    ...transition,
    result: setLeadStatusResponse,
  },
  prospect_conversion: {
    schema: withKeys(convertLeadBody, { lead_id: recordId.required() }).required(),
    ...transition,
    result: convertLeadResponse,
  },
  prospect_status: {
    schema: withKeys(setProspectStatusBody, { prospect_id: recordId.required() }),
    ...transition,
    result: setProspectStatusResponse,
  },
  opportunity_creation: {
    schema: createOpportunityBody,
    ...transition,
    result: createOpportunityResponse,
  },
  opportunity_update: {
    schema: withKeys(updateOpportunityBody, { opportunity_id: recordId.required() }),
    ...transition,
    result: updateOpportunityResponse,
  },
  call_record: {
    schema: recordCallBody,
    ...transition,
    result: recordCallResponse,
  },
  /** Notifications of the PSA that include an opt-out: they have their own queue, and wait behind nothing else. */
  dnc_sync: {
    schema: ticketSync,
    queue: 'optOuts',
    priority: 'opt_out',
    attempts: attemptsWhileCallerWaits,
    result: ticketNotificationResponse,
  },
  /** Opt-outs from a file. Marking the tickets of leads is not part of it. */
  opt_out_list: {
    schema: optOutListInput,
    queue: 'optOutLists',
    priority: null,
    attempts: attemptsWhilePsaIsUnavailable,
    result: optOutListResponse,
  },
  /** Other changes that people make to tickets in the PSA. */
  ticket_change: {
    schema: ticketSync,
    queue: 'ticketChanges',
    priority: 'lifecycle',
    attempts: attemptsWhileCallerWaits,
    result: ticketNotificationResponse,
  },
  erasure: {
    schema: erasureBody,
    queue: 'erasures',
    priority: null,
    attempts: unlimitedAttempts,
    result: erasureResultSchema,
  },
  /** Waits for the scans of the worker that refreshes the mirror, and makes no PSA requests itself. */
  mirror_rebuild: {
    schema: noInput,
    queue: 'mirrorRebuilds',
    priority: null,
    attempts: attemptsWhilePsaIsUnavailable,
    result: rebuildMirrorResult,
  },
  /** Checks whether the PSA has what jobs need; runs even while they wait for that. */
  psa_check: {
    schema: noInput,
    queue: 'psaChecks',
    priority: 'lifecycle',
    attempts: attemptsWhileCallerWaits,
    result: checkPsaResponse,
  },
  /** Gives way to all other PSA requests. */
  reconciliation: {
    schema: reconciliationInput,
    queue: 'reconciliations',
    priority: 'mirror',
    attempts: attemptsWhilePsaIsUnavailable,
    result: reconciliationResult,
  },
  /** The chosen remedies for findings of a reconciliation. */
  reconciliation_remedy: {
    schema: remedyInput,
    queue: 'reconciliations',
    priority: 'lifecycle',
    attempts: attemptsWhilePsaIsUnavailable,
    result: remedyResult,
  },
} as const satisfies Readonly<Record<string, JobDefinition>>;

export type JobType = keyof typeof jobCatalogue;
export const jobTypes = Object.keys(jobCatalogue) as readonly JobType[];

/** Jobs that process rows in batches: they can be cancelled, and share the bulk imports' part of the PSA's budget. */
export const rowJobTypes = [
  'bulk_import',
  'undo_import',
  'opt_out_list',
] as const satisfies readonly JobType[];
export type RowJobType = (typeof rowJobTypes)[number];

export function isRowJobType(type: JobType): type is RowJobType {
  return rowJobTypes.some((each) => each === type);
}

/** False for a type that only a later release knows. */
export function isJobType(type: string): type is JobType {
  return Object.hasOwn(jobCatalogue, type);
}

export type JobTypeOf<Queue extends JobQueueKey> = {
  [T in JobType]: (typeof jobCatalogue)[T]['queue'] extends Queue ? T : never;
}[JobType];

type JobInputs = { [T in JobType]: NonNullable<ValueOf<(typeof jobCatalogue)[T]['schema']>> };
type JobResponses = { [T in JobType]: ValueOf<(typeof jobCatalogue)[T]['result']> };

export type JobInput<T extends JobType = JobType> = JobInputs[T];
export type JobResponse<T extends JobType = JobType> = JobResponses[T];

/** Ignores fields that a later release may have stored. */
const asStored = { convert: false, allowUnknown: true } as const;

/**
 * The stored input of a job, from this release or an earlier one; fields that an earlier one lacked have
 * their defaults.
 *
 * @throws Error if it is not a valid input of such a job, e.g. because its person was erased
 */
export function readJobInput<T extends JobType>(type: T, stored: unknown): JobInput<T> {
  const { schema }: JobDefinition = jobCatalogue[type];
  const read = schema.validate(stored, asStored) as Joi.ValidationResult<JobInput<T>>;
  if (read.error !== undefined) {
    // The error's own text may quote the stored input.
    const places = read.error.details.map(({ path }) => path.join('.')).join(', ');
    throw new Error(`The input of the job is none of a ${type}: ${places}`);
  }
  return read.value;
}

/**
 * The input of a job as it is stored. For a dry run and its commit, the options are stored in a form that an
 * earlier release, which parses inputs by schema but knows neither, cannot read. It then leaves the job to
 * another worker instead of importing what should only be planned. Release 1.0.0 parses no schema, so its
 * workers must be stopped before (docs/compatibility.md).
 */
export function storedJobInput<T extends JobType>(input: JobInput<T>): Readonly<Record<string, unknown>> {
  const isNewToEarlierReleases = isDryRun(input) || 'if_changed' in input;
  return isNewToEarlierReleases && 'options' in input ? { ...input, options: [input.options] } : { ...input };
}

/** Whether the input of a job requests a dry run, in parsed or in stored form. */
export function isDryRun(input: object): boolean {
  const { options, batch_options: batch } = input as Readonly<Record<string, unknown>>;
  const parts = [Array.isArray(options) ? (options[0] as unknown) : options, batch];
  return parts.some(
    (part) => typeof part === 'object' && part !== null && 'dry_run' in part && part.dry_run === true,
  );
}
