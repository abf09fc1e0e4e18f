import { setAsideCode, type JobType } from '@leadbridge/contracts';
import { isoTime, type Clock } from '@leadbridge/platform';

import { StaleClaimError, type ImportStore } from '../ports/import-store.js';
import type { BegunJob, JobRuns } from '../ports/job-runs.js';
import type { Job, JobError, JobRecord } from '../ports/jobs.js';
import type { NewErrorLogEntry } from '../ports/error-log-entry.js';
import { PsaBudgetError, PsaRefusedError } from '../ports/psa-errors.js';
import { DeadlyRowError } from './deadly-row-error.js';
import { ForeignJobError } from './foreign-job-error.js';
import { endOfFault } from './job-fault.js';
import { jobEnd, type JobOutcome } from './job-outcome.js';
import { RecordBusyError } from './record-busy-error.js';
import { readJob } from './read-job.js';
import type { RunResult } from './run-result.js';
import {
  isSuspected,
  TrialLaneBusyError,
  tryAlone,
  whenLaneIsFree,
  type Trial,
  type TrialLane,
  type TrialSteps,
} from './trials.js';

/** Milliseconds until work is retried that was blocked by other work. */
const busyDelayMs = 100;
const staleDelayMs = 1_000;

export interface RunOnceDependencies {
  readonly runs: JobRuns;
  /** Shared by all jobs of a process that only delay each other briefly. */
  readonly trials: TrialLane;
  readonly errorLogEntries: Pick<ImportStore, 'saveErrorLogEntries'>;
  readonly clock: Clock;
  /** Ends what a job has left unfinished, before the job fails for the given reason. Safe to repeat. */
  readonly onGivenUp?: (jobId: string, reason: string) => Promise<void>;
}

/**
 * The use case of each job type. It may run any number of times for one job, on different workers. It ends
 * the job itself (`recorded`) if its effects must be recorded together with the end.
 */
export type UseCases<T extends JobType> = {
  readonly [Each in T]: (job: Job<Each>, tryPart: TryPart | null) => Promise<JobOutcome>;
};

/** Processes one part of a suspected job, while no other suspect runs in this process. */
export type TryPart = <P>(part: Omit<Trial, 'run'>, steps: TrialSteps<P>) => Promise<P>;

/**
 * Runs a job without rows: begin, use case, end. Does nothing if the job has ended. Waiting (for the PSA's
 * budget, or for other work on the same record) does not use up an attempt. A refusal by the PSA, or the last
 * failed attempt, ends the job with an entry in the error log, as does a job that has repeatedly crashed the
 * process while it ran alone.
 *
 * @param useCases one for each type of job in the queue
 * @throws the error of the use case, if another attempt follows or the last one has failed
 */
export async function runOnce<T extends JobType>(
  deps: RunOnceDependencies,
  run: {
    readonly jobId: string;
    readonly lastAttempt: boolean;
    /** True if the use case itself sets parts of the job aside, so that the others are completed. */
    readonly inParts?: boolean;
  },
  useCases: UseCases<T>,
): Promise<RunResult> {
  const [job] = await deps.runs.begin([run.jobId], isoTime(deps.clock.now()));
  if (job === undefined) {
    return { done: true };
  }
  const isLast = run.lastAttempt;
  if (!isSuspected(job)) {
    return await attempt(deps, job, { isLast, tryPart: null }, useCases);
  }
  if (run.inParts === true) {
    const tryPart: TryPart = async (part, steps) => tryAlone(deps, { ...part, run: job.run }, steps);
    return await attempt(deps, job, { isLast, tryPart }, useCases).catch(whenLaneIsFree);
  }
  return await tryAlone<RunResult>(
    deps,
    { run: job.run, index: 0, subject: 'job' },
    {
      work: async () => attempt(deps, job, { isLast, tryPart: null }, useCases),
      setAside: async (fault) => {
        await giveUp(deps, job, fault);
        return { done: true };
      },
    },
  ).catch(whenLaneIsFree);
}

async function attempt<T extends JobType>(
  deps: RunOnceDependencies,
  job: BegunJob,
  { isLast, tryPart }: { readonly isLast: boolean; readonly tryPart: TryPart | null },
  useCases: UseCases<T>,
): Promise<RunResult> {
  try {
    const outcome = await runUseCase(useCases, job, tryPart);
    if (outcome.kind === 'waiting') {
      const { continueAt, reason } = outcome;
      return { done: false, continueAt, ...(reason === undefined ? {} : { reason }) };
    }
    if (outcome.kind === 'refused') {
      await deps.errorLogEntries.saveErrorLogEntries(illegalMove(job, outcome.error));
    }
    if (outcome.kind !== 'recorded') {
      await deps.runs.finish(jobEnd(job.jobId, outcome, isoTime(deps.clock.now())));
    }
    return { done: true };
  } catch (error) {
    if (error instanceof PsaBudgetError) {
      return { done: false, continueAt: error.retryAt, reason: 'psa_budget' };
    }
    if (error instanceof RecordBusyError || error instanceof StaleClaimError) {
      const delay = error instanceof RecordBusyError ? busyDelayMs : staleDelayMs;
      return { done: false, continueAt: deps.clock.now() + delay };
    }
    if (error instanceof ForeignJobError || error instanceof TrialLaneBusyError) {
      throw error;
    }
    const isFinal = error instanceof PsaRefusedError;
    if (isFinal || isLast) {
      if (!(await deps.runs.isLatest(job.run))) {
        // Another worker has begun the job in the meantime, and may still complete it.
        return { done: false, continueAt: deps.clock.now() + staleDelayMs };
      }
      await giveUp(deps, job, error);
    }
    if (isFinal) {
      return { done: true };
    }
    throw error;
  }
}

async function runUseCase<T extends JobType>(
  useCases: UseCases<T>,
  record: JobRecord,
  tryPart: TryPart | null,
): Promise<JobOutcome> {
  if (!hasUseCase(useCases, record)) {
    throw new ForeignJobError(`The queue has no use case for ${record.type}`);
  }
  return await useCases[record.type](readJob(record), tryPart);
}

function hasUseCase<T extends JobType>(useCases: UseCases<T>, record: JobRecord): record is JobRecord<T> {
  return Object.hasOwn(useCases, record.type);
}

/** Operators should look into a transition that the lifecycle does not permit, whoever requested it. */
function illegalMove(job: JobRecord, { message, details }: JobError): NewErrorLogEntry[] {
  const { from, to } = details;
  if (from === undefined || to === undefined) {
    return [];
  }
  const { lead_id: leadId, prospect_id: prospectId, opportunity_id: opportunityId } = job.input;
  const id = leadId ?? prospectId ?? opportunityId;
  return [
    {
      level: 'warning',
      message: `${job.type} ${String(id)}: ${message}`,
      source: 'lifecycle',
      fault: 'caller',
      errorCode: 'ILLEGAL_TRANSITION',
      jobId: job.jobId,
      ...(typeof leadId === 'number' ? { leadId } : {}),
    },
  ];
}

async function giveUp(deps: RunOnceDependencies, job: JobRecord, fault: unknown): Promise<void> {
  const end = {
    ...endOfFault(job.jobId, fault, isoTime(deps.clock.now())),
    progress: { total: 1, processed: 1, successful: 0, failed: 1 },
  };
  const reason = end.error?.message ?? 'failed';
  await deps.onGivenUp?.(job.jobId, reason);
  const leadId = job.input['lead_id'];
  await deps.errorLogEntries.saveErrorLogEntries([
    {
      level: 'error',
      message: `${job.type}: ${reason}`,
      source: end.error?.code === 'EXTERNAL_API_ERROR' ? 'psa' : 'service',
      errorCode: fault instanceof DeadlyRowError ? setAsideCode : (end.error?.code ?? 'INTERNAL_ERROR'),
      jobId: job.jobId,
      ...(typeof leadId === 'number' ? { leadId } : {}),
    },
  ]);
  await deps.runs.finish(end);
}
