import { setTimeout as sleep } from 'node:timers/promises';

import { setAsideCode } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';

import type { NewErrorLogEntry } from '../ports/error-log-entry.js';
import { StaleClaimError, type FailedOutcome } from '../ports/import-store.js';
import type { JobRun } from '../ports/job-runs.js';
import type { Job, JobPace } from '../ports/jobs.js';
import { PsaBudgetError } from '../ports/psa-errors.js';
import type { RowPlace } from '../ports/row-outcome.js';
import { finishRows, giveRowsUp } from '../work/end-of-rows.js';
import { faultOf } from '../work/job-fault.js';
import { jobRecordOf, readJob } from '../work/read-job.js';
import { createBatchWidth, noteDone, noteSpent } from '../work/batch-width.js';
import { createRunMeter, notesOf } from '../work/run-meter.js';
import type { RunResult } from '../work/run-result.js';
import { rowsToTryOf, TrialLaneBusyError, tryAlone } from '../work/trials.js';
import { createListedTickets } from './listed-tickets.js';
import { createTicketReading } from './ticket-reading.js';
import { undoBatch, type UndoBatch, type UndoBatchResult } from './undo-batch.js';
import type { UndoDependencies, UndoRun } from './undo-work.js';

/** Few enough that progress is recorded several times in each window of the PSA's budget. */
export const fullWidth = { batchSize: 25, rateLimit: null };
/** Calls for a row without lists: to close its ticket, and its share of reading tickets and writing notes. */
const callsBesideLists = 1.15;
/** Milliseconds. */
const busyDelayMs = 250;
const longBusyDelayMs = 2_000;
const maxBusyRounds = 20;
/** How often a row whose write keeps getting lost is tried before it fails. */
const rowAttempts = 3;

const cancelled: FailedOutcome = {
  status: 'failed',
  code: 'CANCELLED',
  error: 'Not processed',
  suggestion: 'The undo was cancelled before this row; request it again',
};

/**
 * Runs the undo of an import to its end, batch by batch, from wherever an earlier run left it: rows with an
 * outcome are done. Returns early, without using up an attempt, when it has to wait for the PSA's budget or
 * for other work on the same people.
 */
export async function runUndo(
  deps: UndoDependencies,
  run: { readonly jobId: string; readonly lastAttempt: boolean },
): Promise<RunResult> {
  const [record] = await deps.runs.begin([run.jobId], isoTime(deps.clock.now()));
  if (record === undefined) {
    return { done: true };
  }
  const job = readJob(jobRecordOf('undo_import', record));
  const planned = record.pace === undefined ? await notePlannedPace(deps, job) : undefined;
  const meter = createRunMeter(
    deps.psa,
    () => deps.clock.now(),
    record.pace ?? planned,
    notesOf(deps.runs, job.jobId),
  );
  const width = createBatchWidth(job, fullWidth);
  try {
    return await continueUndo(
      { ...deps, psa: meter.psa },
      {
        job,
        run: record.run,
        meter,
        width,
        rowsToTry: rowsToTryOf(record, width.rows),
        tickets: createTicketReading(),
        lists: createListedTickets(deps.store, job.input.parent_job_id),
        faults: new Map(),
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
    const isStale = error instanceof StaleClaimError;
    if (isStale || (run.lastAttempt && !(await giveUp(deps, job, record.run, error)))) {
      return { done: false, continueAt: deps.clock.now() + longBusyDelayMs };
    }
    throw error;
  }
}

/** What a row will cost, from the lists that the import has filled, so that the first estimate is no guess. */
async function notePlannedPace({ store, runs }: UndoDependencies, job: Job<'undo_import'>): Promise<JobPace> {
  const lists = await store.listedTickets(job.input.parent_job_id);
  const { total } = await runs.progress(job.jobId);
  const items = job.input.dry_run ? 0 : [...lists.values()].reduce((sum, { size }) => sum + size, 0);
  const pace: JobPace = { millisecondsPerRow: 0, callsPerRow: callsBesideLists + items / Math.max(1, total) };
  await runs.note(job.jobId, { pace });
  return pace;
}

async function continueUndo(deps: UndoDependencies, run: UndoRun): Promise<RunResult> {
  for (let busyRounds = 0; ;) {
    const round = await undoRound(deps, run);
    if (round === 'stopped') {
      return { done: false, continueAt: deps.clock.now() };
    }
    if (round.rows === 0) {
      return await end(deps, run, round.isCancelled);
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

interface Round {
  readonly rows: number;
  readonly decided: number;
  readonly isCancelled: boolean;
}

/** In a cancelled undo only begun rows are processed: the PSA may already contain part of them. */
async function undoRound(deps: UndoDependencies, run: UndoRun): Promise<Round | 'stopped'> {
  const { jobId } = run.job;
  const round = { rows: 0, decided: 0, isCancelled: false };
  for (let from = 0; ;) {
    round.isCancelled = await deps.runs.isCancelRequested(jobId);
    if (deps.isStopping()) {
      return 'stopped';
    }
    const waiting = await deps.store.pendingRows(jobId, from, run.rowsToTry > 0 ? 1 : run.width.rows);
    const last = waiting.at(-1);
    if (last === undefined) {
      return round;
    }
    from = last.index + 1;
    const rows = round.isCancelled ? waiting.filter(({ intent }) => intent !== null) : waiting;
    if (rows.length > 0) {
      const { total, processed } = await deps.runs.progress(jobId);
      const upcoming = run.width.within(Math.max(0, total - processed - rows.length));
      const undoOrTry = run.rowsToTry > 0 ? tryRow : undoRows;
      const { decided, faulty } = await undoOrTry(deps, run, { rows, upcoming });
      await noteDone(deps.runs, run, decided);
      round.rows += rows.length;
      round.decided += decided + faulty.length;
    }
  }
}

/** Undoes a batch, and fails rows whose writes keep getting lost. */
async function undoRows(deps: UndoDependencies, run: UndoRun, batch: UndoBatch): Promise<UndoBatchResult> {
  const result = await undoBatch(deps, run, batch);
  const hopeless = result.faulty.filter(({ index }) => {
    const times = (run.faults.get(index) ?? 0) + 1;
    run.faults.set(index, times);
    return times >= rowAttempts;
  });
  await failRows(deps, run, hopeless, []);
  return result;
}

/** As `undoRows`, for one row that may crash the process. The row fails if it has crashed others repeatedly. */
async function tryRow(deps: UndoDependencies, run: UndoRun, batch: UndoBatch): Promise<UndoBatchResult> {
  const [row] = batch.rows;
  if (row === undefined) {
    return { decided: 0, faulty: [] };
  }
  const { index, row: number } = row;
  const setAside = async (fault: Error): Promise<UndoBatchResult> => {
    const faulty = [{ index, fault }];
    await failRows(deps, run, faulty, [entryOf(run, { index, row: number }, fault)]);
    return { decided: 0, faulty };
  };
  const result = await tryAlone(
    deps,
    { run: run.run, index, subject: 'row' },
    { work: async () => undoRows(deps, run, batch), setAside },
  );
  if (result.decided + result.faulty.length > 0) {
    run.rowsToTry -= 1;
    await deps.runs.note(run.job.jobId, { rowsToTry: run.rowsToTry });
  }
  return result;
}

function entryOf({ job }: UndoRun, row: RowPlace, fault: Error): NewErrorLogEntry {
  return {
    level: 'error',
    fault: 'service',
    message: fault.message,
    source: 'import',
    leadSource: job.input.source,
    errorCode: setAsideCode,
    jobId: job.jobId,
    oncePerJob: true,
    rows: [row],
  };
}

async function failRows(
  deps: UndoDependencies,
  { job }: UndoRun,
  faulty: UndoBatchResult['faulty'],
  errorLogEntries: readonly NewErrorLogEntry[],
): Promise<void> {
  if (faulty.length > 0) {
    await deps.store.record({
      ...{ jobId: job.jobId, parentJobId: job.input.parent_job_id, isDryRun: job.input.dry_run, fence: 0 },
      at: isoTime(deps.clock.now()),
      rows: faulty.map(({ index, fault }) => ({ index, outcome: faultOf(fault) })),
      ...{ leads: [], patches: [], uncounted: [], transitions: [], events: [], errorLogEntries },
    });
  }
}

async function end(deps: UndoDependencies, { job }: UndoRun, isCancelled: boolean): Promise<RunResult> {
  const { jobId, input } = job;
  const at = isoTime(deps.clock.now());
  if (isCancelled) {
    await deps.importJobs.failPendingRows(jobId, cancelled, { at, tried: false });
  }
  const status = isCancelled ? 'cancelled' : 'completed';
  const { processed, successful, failed } = await deps.runs.progress(jobId);
  const data = {
    ...{ job_id: jobId, status, source: input.source },
    ...{ total_processed: processed, successful, failed },
  };
  await finishRows(deps, job, {
    ...{ jobId, status, error: null, at },
    result: {
      ...{ parentJobId: input.parent_job_id, dryRun: input.dry_run },
      ...{ totalProcessed: processed, successful, failed },
      ...(await deps.store.counts(jobId)),
    },
    events: input.dry_run ? [] : [{ type: 'sync.completed', data }],
  });
  return { done: true };
}

/** Fails the remaining rows with the reason. False if another worker has begun the job meanwhile. */
async function giveUp(
  deps: UndoDependencies,
  job: Job<'undo_import'>,
  run: JobRun,
  error: unknown,
): Promise<boolean> {
  if (!(await deps.runs.isLatest(run))) {
    return false;
  }
  await giveRowsUp(deps, job, run, {
    error,
    outcome: faultOf(error),
    tried: false,
    summary: 'An undo was given up; its remaining rows stay as they are',
  });
  return true;
}
