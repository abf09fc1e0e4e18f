import type { JobResult } from '@leadbridge/contracts';
import type { RecordKind } from '@leadbridge/domain';
import { isoTime, type Clock } from '@leadbridge/platform';

import { jobEnd, type JobOutcome } from '../work/job-outcome.js';
import { withClaims } from '../work/with-claims.js';
import type { Job, JobQueue } from '../ports/jobs.js';
import type { LifecycleStore, LifecycleWrite } from '../ports/lifecycle-store.js';
import type { PsaPort, PsaPriority, PsaSession } from '../ports/psa.js';
import type { LeadRecord, OpportunityRecord, ProspectRecord } from '../ports/records.js';
import type { Settings } from '../ports/settings.js';
import type { StatusIds } from '../psa/status-ids.js';
import { noSuchRecord } from './refusals.js';

export interface LifecycleDependencies {
  readonly psa: PsaPort;
  readonly store: LifecycleStore;
  readonly queue: Pick<JobQueue, 'enqueue'>;
  readonly statusIds: StatusIds;
  readonly settings: () => Pick<Settings, 'autoConversion' | 'psa'>;
  readonly clock: Clock;
}

export interface LeadWork extends LifecycleDependencies {
  readonly fence: number;
  readonly session: PsaSession;
  /** Throws `StaleClaimError` when another worker has taken over the lead. */
  readonly assertHeld: () => Promise<void>;
}

/**
 * Runs `work` under the claim on the lead. One claim covers a lead and its prospect and opportunity, because
 * their changes affect the lead too.
 *
 * @throws RecordBusyError when another worker holds the claim
 * @throws StaleClaimError when another worker took over in the meantime
 */
export async function withLead<T>(
  deps: LifecycleDependencies,
  leadId: number,
  priority: PsaPriority,
  work: (context: LeadWork) => Promise<T>,
): Promise<T> {
  return await withClaims(deps.store, {
    keys: [`lead:${leadId}`],
    whenBusy: 'Another worker is processing the lead',
    run: async ({ fence }, assertHeld) => {
      const session = deps.psa.session({ priority, beforeWrite: assertHeld });
      return await work({ ...deps, fence, session, assertHeld });
    },
  });
}

interface RecordOf {
  readonly lead: LeadRecord;
  readonly prospect: ProspectRecord;
  readonly opportunity: OpportunityRecord;
}

const finders: {
  readonly [K in RecordKind]: (store: LifecycleStore, id: number) => Promise<RecordOf[K] | null>;
} = {
  lead: async (store, id) => store.findLead(id),
  prospect: async (store, id) => store.findProspect(id),
  opportunity: async (store, id) => store.findOpportunity(id),
};

/**
 * Runs `work` on a record under the claim on its lead. A prospect and an opportunity are found before that too,
 * because they name their lead.
 *
 * @returns a refusal if there is no such record
 * @throws as `withLead`
 */
export async function withRecord<K extends RecordKind>(
  deps: LifecycleDependencies,
  { kind, id, priority }: { readonly kind: K; readonly id: number; readonly priority: PsaPriority },
  work: (context: LeadWork, record: RecordOf[K]) => Promise<JobOutcome>,
): Promise<JobOutcome> {
  const find = finders[kind];
  const leadId = kind === 'lead' ? id : (await find(deps.store, id))?.leadId;
  if (leadId === undefined) {
    return noSuchRecord(kind, id);
  }
  return await withLead(deps, leadId, priority, async (context) => {
    // An erasure may have removed it before the lead was claimed.
    const record = await find(context.store, id);
    return record === null ? noSuchRecord(kind, id) : await work(context, record);
  });
}

type Step = Omit<LifecycleWrite, 'fence' | 'at' | 'end'>;

/** Records one step of the work. @throws StaleClaimError when another worker has taken over the lead */
export async function recordStep(
  { assertHeld, store, fence }: LeadWork,
  at: string,
  step: Step,
): Promise<void> {
  await assertHeld();
  await store.record({ fence, at, ...step });
}

/** The same for the step that completes the job. */
export async function recordLastStep(
  { assertHeld, store, fence, clock }: LeadWork,
  { jobId }: Pick<Job, 'jobId'>,
  at: string,
  step: Step & { readonly result: JobResult },
): Promise<JobOutcome> {
  const { result, ...write } = step;
  await assertHeld();
  const end = jobEnd(jobId, { kind: 'done', result }, isoTime(clock.now()));
  await store.record({ fence, at, ...write, end });
  return { kind: 'recorded' };
}
