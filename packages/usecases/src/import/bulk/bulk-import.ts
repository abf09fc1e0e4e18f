import { setTimeout as sleep } from 'node:timers/promises';

import { isDryRun, jobCatalogue } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';

import type { DomainEvent } from '../../ports/domain-event.js';
import { StaleClaimError } from '../../ports/import-store.js';
import type { BegunJob } from '../../ports/job-runs.js';
import type { Job, JobProgress } from '../../ports/jobs.js';
import { PsaBudgetError } from '../../ports/psa-errors.js';
import { addPlannedListItems } from '../../psa/fill-lists.js';
import { giveListsUp } from '../../psa/give-lists-up.js';
import { finishRows, giveRowsUp } from '../../work/end-of-rows.js';
import { jobRecordOf, readJob } from '../../work/read-job.js';
import { createBatchWidth, noteSpent } from '../../work/batch-width.js';
import type { RunResult } from '../../work/run-result.js';
import { isSuspected, rowsToTryOf, TrialLaneBusyError } from '../../work/trials.js';
import { batchesUnderWay, importRound, untried } from './bulk-round.js';
import { restoreEarlierKeys } from './bulk-rows.js';
import { asDryRun } from '../dry-run/as-dry-run.js';
import type { BulkImportDependencies, BulkRun } from './bulk-run.js';
import { batchOptionsOf } from '../read/index.js';
import { createRunMeter, notesOf } from '../../work/run-meter.js';
import { cancelled, faultOutcome } from '../record/index.js';
import { takeWaitingOptOuts } from '../waiting-opt-outs.js';

/** Milliseconds. */
const busyDelayMs = 250;
const longBusyDelayMs = 2_000;
const maxBusyRounds = 20;

/**
 * Runs a bulk import to its end, batch by batch, from wherever an earlier run left it: rows with an outcome
 * are done, all others are still to do. Returns early, without using up an attempt, when it has to wait for
 * the PSA's budget or its own pace.
 */
export async function runBulkImport(
  worker: BulkImportDependencies,
  run: { jobId: string; lastAttempt: boolean },
): Promise<RunResult> {
  const [record] = await worker.runs.begin([run.jobId], isoTime(worker.clock.now()));
  if (record === undefined) {
    return { done: true };
  }
  const job = readJob(jobRecordOf('bulk_import', record));
  const deps = isDryRun(job.input) ? asDryRun(worker) : worker;
  const meter = createRunMeter(deps.psa, () => deps.clock.now(), job.pace, notesOf(deps.runs, job.jobId));
  const options = batchOptionsOf(job, deps.settings());
  const width = createBatchWidth(job, options);
  try {
    return await continueImport(
      { ...deps, psa: meter.psa },
      {
        job,
        run: record.run,
        meter,
        options,
        width,
        seen: new Map(),
        faults: new Map(),
        rowsToTry: rowsToTryOf(record, width.rows * batchesUnderWay),
        refusedInARow: 0,
      },
    );
  } catch (error) {
    if (error instanceof PsaBudgetError) {
      await noteSpent(deps.runs, { job, meter, width }, error);
      return { done: false, continueAt: error.retryAt, reason: 'psa_budget' };
    }
    if (error instanceof TrialLaneBusyError) {
      return { done: false, continueAt: error.retryAt };
    }
    if (error instanceof StaleClaimError) {
      return { done: false, continueAt: deps.clock.now() + longBusyDelayMs };
    }
    if (run.lastAttempt && !(await giveUp(deps, job, record, error))) {
      return { done: false, continueAt: deps.clock.now() + longBusyDelayMs };
    }
    throw error;
  }
}

async function continueImport(deps: BulkImportDependencies, state: BulkRun): Promise<RunResult> {
  const { job } = state;
  await restoreEarlierKeys(deps, state);
  for (let busyRounds = 0; ;) {
    const round = await importRound(deps, state);
    if (round.kind === 'ended') {
      return await end(deps, state, round.status);
    }
    if (round.kind === 'paced') {
      // A cancel request that arrived during the batch found no delayed job to wake.
      if (!deps.isStopping() && (await deps.runs.isCancelRequested(job.jobId))) {
        continue;
      }
      return { done: false, continueAt: round.until };
    }
    busyRounds = round.decided === 0 ? busyRounds + 1 : 0;
    if (busyRounds > maxBusyRounds) {
      return { done: false, continueAt: deps.clock.now() + longBusyDelayMs };
    }
    if (round.decided === 0) {
      await sleep(busyDelayMs);
    }
  }
}

async function end(
  deps: BulkImportDependencies,
  state: BulkRun,
  status: 'completed' | 'cancelled',
): Promise<RunResult> {
  const { job } = state;
  await fillLists(deps, job.jobId);
  if (status === 'cancelled') {
    await takeWaitingOptOuts(deps, job, state.rowsToTry > 0 ? state.run : null);
    await deps.importJobs.failPendingRows(job.jobId, cancelled, untried(deps));
  }
  const progress = await deps.runs.progress(job.jobId);
  await finishRows(deps, job, {
    jobId: job.jobId,
    status,
    result: null,
    error: null,
    at: isoTime(deps.clock.now()),
    events: deps.dryRun === undefined ? [syncCompleted(job, status, progress)] : [],
  });
  return { done: true };
}

async function fillLists(deps: BulkImportDependencies, jobId: string): Promise<void> {
  const { priority } = jobCatalogue.bulk_import;
  await addPlannedListItems(deps, { jobIds: [jobId], priority, everything: true, waitsForWindows: true });
}

function syncCompleted(
  { jobId, input: { source } }: Job<'bulk_import'>,
  status: 'completed' | 'cancelled',
  { processed, successful, failed }: JobProgress,
): DomainEvent {
  return {
    type: 'sync.completed',
    data: { job_id: jobId, status, source, total_processed: processed, successful, failed },
  };
}

/**
 * After the last failed attempt: fails the remaining rows with the reason, so that every row is accounted
 * for. False if another worker has begun the job in the meantime, and may still complete it.
 */
async function giveUp(
  deps: BulkImportDependencies,
  job: Job<'bulk_import'>,
  { run, ...begun }: BegunJob,
  error: unknown,
): Promise<boolean> {
  if (!(await deps.runs.isLatest(run))) {
    return false;
  }
  await takeWaitingOptOuts(deps, job, rowsToTryOf(begun, 0) > 0 || isSuspected(begun) ? run : null);
  await fillLists(deps, job.jobId).catch(async () => giveListsUp(deps, job, error));
  await giveRowsUp(deps, job, run, {
    error,
    outcome: faultOutcome(error),
    tried: deps.dryRun === undefined,
    summary: 'A bulk import was given up; its remaining rows failed',
  });
  return true;
}
