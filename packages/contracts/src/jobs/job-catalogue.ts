import Joi from 'joi';

import { recordCallAnswer } from '../calls/call-view.js';
import { recordCallBody } from '../calls/record-call.js';
import { rebuildMirrorResult } from '../mirror/mirror.js';
import { erasureBody, erasureResultSchema } from '../erasures/erasure.js';
import { setLeadStatusAnswer, setLeadStatusBody } from '../leads/set-lead-status.js';
import { createOpportunityAnswer, createOpportunityBody } from '../opportunities/create-opportunity.js';
import { updateOpportunityAnswer, updateOpportunityBody } from '../opportunities/update-opportunity.js';
import { convertLeadAnswer, convertLeadBody } from '../prospects/convert-lead.js';
import { setProspectStatusAnswer, setProspectStatusBody } from '../prospects/set-prospect-status.js';
import {
  reconciliationInput,
  reconciliationResult,
  remedyInput,
  remedyResult,
} from '../reconciliations/reconciliation.js';
import { checkPsaAnswer } from '../psa/check-psa.js';
import { recordId } from '../records/formats.js';
import { bodySchema } from '../request-schema.js';
import { ticketNotificationAnswer } from '../suppressions/ticket-notification.js';
import {
  completeImportOptions,
  importLeadAnswer,
  importOptionsSchema,
  leadData,
  singleImportOptionsSchema,
  sourceName,
  type ImportOptions,
} from '../sync/import-lead.js';
import { plannedOutcome } from '../sync/import-plan.js';
import { batchOptionsSchema, completeBatchOptions, importLeadsAnswer } from '../sync/import-leads.js';
import { ifChangedChoices } from './commit-job.js';
import type {
  ImportLeadInput,
  ImportLeadsInput,
  LeadStatusInput,
  ConversionInput,
  ProspectStatusInput,
  OpportunityUpdateInput,
  TicketSyncInput,
} from './job-inputs.js';
import { undoImportCounts, undoImportInput } from './undo-import.js';

/** Who waits for the PSA's budget first; the order of the list is the order of service. */
export const psaPriorities = ['opt_out', 'lifecycle', 'single', 'bulk', 'mirror'] as const;
export type PsaPriority = (typeof psaPriorities)[number];

/** The queues that carry jobs; the queues' own catalogue says how each of them repeats what fails. */
export type JobQueueKey =
  | 'leadImports'
  | 'bulkImports'
  | 'undos'
  | 'lifecycle'
  | 'optOuts'
  | 'ticketChanges'
  | 'erasures'
  | 'mirrorRebuilds'
  | 'psaChecks'
  | 'reconciliations';

/** All that holds for a type of job. */
interface JobDefinition {
  /**
   * The input as it is stored with the job. Jobs of earlier releases are read by it too: it may be widened and given
   * defaults for what they did not have, and never narrowed.
   */
  readonly schema: Joi.ObjectSchema;
  readonly queue: JobQueueKey;
  /** Of its calls to the PSA; null where it makes none. */
  readonly priority: PsaPriority | null;
  /** Times that a job which fails is run in all. A wait for the PSA's budget is none of them. */
  readonly attempts: number;
  /** The body that the endpoint answers with when it is waited for. */
  readonly result: Joi.ObjectSchema | Joi.AlternativesSchema;
}

/**
 * Someone waits for the answer to these, so they give up within the usual wait, and the answer tells. The caller may then
 * send the request again.
 */
const answeredSoon = 4;
/** Nobody should have to start a long import again because the PSA was away for an hour. */
const whileThePsaIsAway = 30;
/** What was begun is brought to its end. */
const withoutEnd = 100_000;

const importOptions = importOptionsOf(importOptionsSchema);
const singleImportOptions = importOptionsOf(singleImportOptionsSchema);
const ifChanged = Joi.string().valid(...ifChangedChoices);
const batchOptions = batchOptionsSchema.custom(completeBatchOptions).default(() => completeBatchOptions());

/** Of a job that needs to be told nothing. */
const noInput = bodySchema<Readonly<Record<string, never>>>({});

const ticketSync = Joi.object<TicketSyncInput>({
  notifications: Joi.array()
    .items(
      Joi.object({
        ticketId: recordId.required(),
        changes: Joi.object().unknown(true).required(),
        isUntold: Joi.boolean(),
        isForced: Joi.boolean(),
      }),
    )
    .required(),
  isList: Joi.boolean().required(),
});

/** In a list where `storedJobInput` has put them there. */
function importOptionsOf(schema: Joi.ObjectSchema): Joi.AlternativesSchema {
  return Joi.alternatives(schema, Joi.array().items(schema).length(1))
    .custom((options: Partial<ImportOptions> | readonly Partial<ImportOptions>[]) =>
      completeImportOptions([options].flat()[0]),
    )
    .default(() => completeImportOptions());
}

/** Every kind of work that the service does for a caller. All that is to be known of one stands here, and nowhere else. */
export const jobCatalogue = {
  lead_import: {
    schema: Joi.object<ImportLeadInput>({
      source: sourceName.required(),
      data: leadData.required(),
      options: singleImportOptions,
      if_changed: ifChanged,
      planned: plannedOutcome,
    }),
    queue: 'leadImports',
    priority: 'single',
    attempts: answeredSoon,
    result: importLeadAnswer,
  },
  bulk_import: {
    schema: Joi.object<ImportLeadsInput>({
      source: sourceName.required(),
      options: importOptions,
      batch_options: batchOptions,
      if_changed: ifChanged,
    }),
    queue: 'bulkImports',
    priority: 'bulk',
    attempts: whileThePsaIsAway,
    result: importLeadsAnswer,
  },
  /** Of a single or a bulk import. */
  undo_import: {
    schema: undoImportInput,
    queue: 'undos',
    priority: 'bulk',
    attempts: whileThePsaIsAway,
    result: undoImportCounts,
  },
  /** Of the priority of an opt-out where it is one. */
  lead_status: {
    schema: setLeadStatusBody.append<LeadStatusInput>({ lead_id: recordId.required() }),
    queue: 'lifecycle',
    priority: 'lifecycle',
    attempts: answeredSoon,
    result: setLeadStatusAnswer,
  },
  prospect_conversion: {
    schema: convertLeadBody.append<ConversionInput>({ lead_id: recordId.required() }).required(),
    queue: 'lifecycle',
    priority: 'lifecycle',
    attempts: answeredSoon,
    result: convertLeadAnswer,
  },
  prospect_status: {
    schema: setProspectStatusBody.append<ProspectStatusInput>({ prospect_id: recordId.required() }),
    queue: 'lifecycle',
    priority: 'lifecycle',
    attempts: answeredSoon,
    result: setProspectStatusAnswer,
  },
  opportunity_creation: {
    schema: createOpportunityBody,
    queue: 'lifecycle',
    priority: 'lifecycle',
    attempts: answeredSoon,
    result: createOpportunityAnswer,
  },
  opportunity_update: {
    schema: updateOpportunityBody.append<OpportunityUpdateInput>({ opportunity_id: recordId.required() }),
    queue: 'lifecycle',
    priority: 'lifecycle',
    attempts: answeredSoon,
    result: updateOpportunityAnswer,
  },
  call_record: {
    schema: recordCallBody,
    queue: 'lifecycle',
    priority: 'lifecycle',
    attempts: answeredSoon,
    result: recordCallAnswer,
  },
  /** Notifications of the PSA with an opt-out among them: they have a queue of their own, so that they wait behind nothing else. */
  dnc_sync: {
    schema: ticketSync,
    queue: 'optOuts',
    priority: 'opt_out',
    attempts: answeredSoon,
    result: ticketNotificationAnswer,
  },
  /** What else people change on tickets in the PSA. */
  ticket_change: {
    schema: ticketSync,
    queue: 'ticketChanges',
    priority: 'lifecycle',
    attempts: answeredSoon,
    result: ticketNotificationAnswer,
  },
  erasure: {
    schema: erasureBody,
    queue: 'erasures',
    priority: null,
    attempts: withoutEnd,
    result: erasureResultSchema,
  },
  /** It waits for the scans of whoever refreshes the mirror, and asks the PSA nothing itself. */
  mirror_rebuild: {
    schema: noInput,
    queue: 'mirrorRebuilds',
    priority: null,
    attempts: whileThePsaIsAway,
    result: rebuildMirrorResult,
  },
  /** A look at whether the PSA has what jobs need; it runs while they wait for that. */
  psa_check: {
    schema: noInput,
    queue: 'psaChecks',
    priority: 'lifecycle',
    attempts: answeredSoon,
    result: checkPsaAnswer,
  },
  /** It gives way to everything else that asks the PSA. */
  reconciliation: {
    schema: reconciliationInput,
    queue: 'reconciliations',
    priority: 'mirror',
    attempts: whileThePsaIsAway,
    result: reconciliationResult,
  },
  /** Of findings of a reconciliation, as somebody has chosen. */
  reconciliation_remedy: {
    schema: remedyInput,
    queue: 'reconciliations',
    priority: 'lifecycle',
    attempts: whileThePsaIsAway,
    result: remedyResult,
  },
} as const satisfies Readonly<Record<string, JobDefinition>>;

export type JobType = keyof typeof jobCatalogue;
export const jobTypes = Object.keys(jobCatalogue) as readonly JobType[];

/** Jobs that go through rows, batch by batch: they keep a pace, share what bulk imports get of the PSA's budget, and can be cancelled. */
export const rowJobTypes = ['bulk_import', 'undo_import'] as const satisfies readonly JobType[];
export type RowJobType = (typeof rowJobTypes)[number];

export function isRowJobType(type: JobType): type is RowJobType {
  return rowJobTypes.some((each) => each === type);
}

/** False for what a later release has stored. */
export function isJobType(type: string): type is JobType {
  return Object.hasOwn(jobCatalogue, type);
}

/** The types of the jobs that a queue carries. */
export type JobTypeOf<Queue extends JobQueueKey> = {
  [T in JobType]: (typeof jobCatalogue)[T]['queue'] extends Queue ? T : never;
}[JobType];

type ValueOf<Schema> =
  Schema extends Joi.ObjectSchema<infer Value>
    ? Value
    : Schema extends Joi.AlternativesSchema<infer Value>
      ? Value
      : never;
type JobInputs = { [T in JobType]: ValueOf<(typeof jobCatalogue)[T]['schema']> };
type JobAnswers = { [T in JobType]: ValueOf<(typeof jobCatalogue)[T]['result']> };

export type JobInput<T extends JobType = JobType> = JobInputs[T];
/** The body that the endpoint answers with when it is waited for. */
export type JobAnswer<T extends JobType = JobType> = JobAnswers[T];

/** What a later release may have stored beside what this one knows is left as it is. */
const asStored = { convert: false, allowUnknown: true } as const;

/**
 * The input of a job as it was stored, by this release or an earlier one; what an earlier one did not have has its default.
 *
 * @throws Error where it is no input of such a job, as that of a person who was erased
 */
export function readJobInput<T extends JobType>(type: T, stored: unknown): JobInput<T> {
  const { schema }: JobDefinition = jobCatalogue[type];
  const read = schema.validate(stored, asStored) as Joi.ValidationResult<JobInput<T>>;
  if (read.error !== undefined) {
    // The fault's own text may quote what was stored.
    const places = read.error.details.map(({ path }) => path.join('.')).join(', ');
    throw new Error(`The input of the job is none of a ${type}: ${places}`);
  }
  return read.value;
}

/**
 * The input of a job as it is stored. That of a dry run and of its commit stands so that a worker of a release which reads inputs by their schema
 * and knows neither finds no options that it could read, and leaves the job to another: it would import what is only to be looked at. Release
 * 1.0.0 reads no schema, and has to be gone before (docs/compatibility.md).
 */
export function storedJobInput<T extends JobType>(input: JobInput<T>): Readonly<Record<string, unknown>> {
  return isNewToEarlierReleases(input) ? { ...input, options: [input.options] } : { ...input };
}

function isNewToEarlierReleases(input: object): input is ImportLeadInput | ImportLeadsInput {
  return isDryRun(input) || 'if_changed' in input;
}

/** Whether the input of a job asks for a dry run, as it is read or as it is stored. */
export function isDryRun(input: object): boolean {
  const { options, batch_options: batch } = input as Readonly<Record<string, unknown>>;
  const parts = [Array.isArray(options) ? (options[0] as unknown) : options, batch];
  return parts.some(
    (part) => typeof part === 'object' && part !== null && 'dry_run' in part && part.dry_run === true,
  );
}
