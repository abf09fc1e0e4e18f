import { setTimeout as sleep } from 'node:timers/promises';

import { findSource } from '@leadbridge/domain';
import { isoTime, traceOf } from '@leadbridge/platform';

import { StaleClaimError, type ImportJobs } from '../ports/import-store.js';
import type { JobRuns } from '../ports/job-runs.js';
import type { JobRecord } from '../ports/jobs.js';
import { PsaBudgetError } from '../ports/psa-errors.js';
import type { BatchResult, ImportDependencies } from './batch.js';
import { importBatch } from './import-batch.js';
import { endOfFault, jobError } from './job-ends.js';
import { batchOptionsOf, readOptions, type BatchOptions } from './read-options.js';
import type { ImportRow } from './row-work.js';
import { createRunMeter, type RunMeter } from './run-meter.js';
import type { RunResult } from './single-imports.js';
import { cleanRow } from './stages/clean.js';
import { noticesOfFailures } from './stages/notices-of-failures.js';
import { addPlannedListItems } from './stages/lists.js';
import { cancelled, faultOutcome, notProcessed } from './undecided-rows.js';

/** Times that a row is tried whose write got lost again and again, before it is listed as failed. */
const rowAttempts = 3;
/** Milliseconds */
const busyDelay = 250;
const longBusyDelay = 2_000;
const shortestPause = 2_000;
const mostBusyRounds = 20;
const batchesUnderWay = 2;
const pageOfCancelled = 500;

export interface BulkImportDependencies extends ImportDependencies {
  readonly runs: JobRuns;
  readonly importJobs: ImportJobs;
  /** True once this process is to end: the import goes on elsewhere after the batches in hand. */
  readonly isStopping: () => boolean;
}

interface Progressing {
  readonly job: JobRecord;
  readonly meter: RunMeter;
  readonly options: BatchOptions;
  readonly seen: Map<string, number>;
  readonly faults: Map<number, number>;
}

/**
 * Runs a bulk import to its end, batch by batch, from wherever an earlier run left it: rows with an outcome are done, all others are
 * still to do. Returns early, costing no attempt, when it has to wait for the PSA's budget or its own pace.
 */
export async function runBulkImport(
  deps: BulkImportDependencies,
  run: { jobId: string; lastAttempt: boolean },
): Promise<RunResult> {
  const [job] = await deps.runs.begin([run.jobId], isoTime(deps.clock.now()));
  if (job === undefined) {
    return { done: true };
  }
  const meter = createRunMeter(deps.psa, () => deps.clock.now());
  try {
    return await continueImport({ ...deps, psa: meter.psa }, job, meter);
  } catch (error) {
    if (error instanceof PsaBudgetError) {
      await narrowBatches(deps, job, meter.isInVain(error.callsPerWindow));
      return { done: false, continueAt: error.retryAt };
    }
    if (error instanceof StaleClaimError) {
      return { done: false, continueAt: deps.clock.now() + longBusyDelay };
    }
    if (run.lastAttempt) {
      await giveUp(deps, job, error);
    }
    throw error;
  }
}

/**
 * A batch that needs more calls than the budget has in one window would be begun and broken off for ever, and use up the budget all the
 * while. The next run takes fewer rows at once.
 */
async function narrowBatches(
  { runs, settings }: BulkImportDependencies,
  job: JobRecord,
  isInVain: boolean,
): Promise<void> {
  const rows = rowsAtOnce(job, batchOptionsOf(job, settings()));
  if (rows > 1 && isInVain) {
    await runs.note(job.jobId, { rowsAtOnce: Math.ceil(rows / 2) });
  }
}

function rowsAtOnce(job: JobRecord, { batchSize, rateLimit }: BatchOptions): number {
  return Math.min(batchSize, rateLimit ?? batchSize, job.rowsAtOnce ?? batchSize);
}

async function continueImport(
  deps: BulkImportDependencies,
  job: JobRecord,
  meter: RunMeter,
): Promise<RunResult> {
  const state: Progressing = {
    job,
    meter,
    options: batchOptionsOf(job, deps.settings()),
    seen: new Map(),
    faults: new Map(),
  };
  await learnEarlierKeys(deps, state);
  for (let busyRounds = 0; ;) {
    const round = await importRound(deps, state);
    if (round.kind === 'ended') {
      return await end(deps, state, round.status);
    }
    if (round.kind === 'paced') {
      return { done: false, continueAt: round.until };
    }
    busyRounds = round.decided === 0 ? busyRounds + 1 : 0;
    if (busyRounds > mostBusyRounds) {
      return { done: false, continueAt: deps.clock.now() + longBusyDelay };
    }
    if (round.decided === 0) {
      await sleep(busyDelay);
    }
  }
}

type Round =
  /** Rows may be left: those whose keys were busy, or whose writes got lost. */
  | { readonly kind: 'again'; readonly decided: number }
  | { readonly kind: 'paced'; readonly until: number }
  | { readonly kind: 'ended'; readonly status: 'completed' | 'cancelled' };

/**
 * Goes once through all rows that wait, a few batches at a time: while the record of one is being written, the next is on its way to the
 * PSA. An import that stops at the first failure, keeps a pace, or had to narrow its batches goes batch by batch.
 */
async function importRound(deps: BulkImportDependencies, state: Progressing): Promise<Round> {
  const { job, options } = state;
  const careful = !options.continueOnError || options.rateLimit !== null || job.rowsAtOnce !== undefined;
  const underWay = new Set<Promise<void>>();
  let round: Round = { kind: 'again', decided: 0 };
  let decided = 0;
  let rowsSeen = 0;
  let isHeldUp = false;
  let failure: { readonly error: unknown } | null = null;

  const work = async (rows: readonly ImportRow[]): Promise<void> => {
    const startedAt = deps.clock.now();
    const result = await importRows(deps, state, rows);
    decided += result.decided.length + result.faulty.length;
    const pace = state.meter.done(result.decided.length);
    if (pace !== null) {
      await deps.runs.note(job.jobId, { pace });
    }
    if (!options.continueOnError && result.hasFailure) {
      await deps.importJobs.failPendingRows(job.jobId, notProcessed, untried(deps));
      round = { kind: 'ended', status: 'completed' };
      return;
    }
    // A row that has to be brought again keeps those behind it waiting, where a failure of it would stop them.
    isHeldUp = !options.continueOnError && result.decided.length < rows.length;
    const until = await pacedUntil(deps, state, startedAt, result.decided.length);
    if (until - deps.clock.now() > shortestPause) {
      round = { kind: 'paced', until };
    } else {
      await sleep(Math.max(0, until - deps.clock.now()));
    }
  };

  let isCancelled = false;
  for (let from = 0; round.kind === 'again' && failure === null && !isHeldUp;) {
    isCancelled ||= await deps.runs.isCancelRequested(job.jobId);
    if (deps.isStopping()) {
      round = { kind: 'paced', until: deps.clock.now() };
      break;
    }
    const waiting = await nextRows(deps, state, from, isCancelled);
    const last = waiting.at(-1);
    if (last === undefined) {
      break;
    }
    from = last.ref.index + 1;
    const rows = isCancelled ? waiting.filter(isBegun) : waiting;
    if (rows.length === 0) {
      continue;
    }
    rowsSeen += rows.length;
    const batch: Promise<void> = work(rows)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => underWay.delete(batch));
    underWay.add(batch);
    if (underWay.size >= (careful ? 1 : batchesUnderWay)) {
      await Promise.race(underWay);
    }
  }
  await Promise.all(underWay);
  rethrow(failure);
  return rowsSeen === 0 && round.kind === 'again'
    ? { kind: 'ended', status: isCancelled ? 'cancelled' : 'completed' }
    : withCount(round, decided);
}

/** Whether the PSA may hold something of a row already: such a row is brought to its outcome, also where the import is cancelled. */
function isBegun({ intent }: ImportRow): boolean {
  return intent !== null;
}

/** Rows that nothing was done for. */
function untried({ clock }: BulkImportDependencies): { at: string; tried: boolean } {
  return { at: isoTime(clock.now()), tried: false };
}

function rethrow(failure: { readonly error: unknown } | null): void {
  if (failure !== null) {
    throw failure.error;
  }
}

function withCount(round: Round, decided: number): Round {
  return round.kind === 'again' ? { kind: 'again', decided } : round;
}

async function nextRows(
  deps: BulkImportDependencies,
  { job, options }: Progressing,
  from: number,
  isCancelled: boolean,
): Promise<ImportRow[]> {
  // Of a cancelled import no more is left than the batches in hand, which are looked for among all that wait.
  const pending = await deps.importJobs.pendingRows(
    job.jobId,
    from,
    isCancelled ? pageOfCancelled : rowsAtOnce(job, options),
  );
  return pending.map((row) => importRow(deps, job, row));
}

function importRow(
  deps: BulkImportDependencies,
  job: JobRecord,
  row: { index: number; data: unknown; intent: ImportRow['intent'] },
): ImportRow {
  const name = String(job.input['source']);
  const source = findSource(deps.settings().sources, name);
  if (source === null) {
    throw new Error(`The job names a source that is not configured any more: ${name}`);
  }
  return {
    ref: { jobId: job.jobId, index: row.index },
    requestId: job.requestId,
    source,
    data: row.data,
    options: readOptions(job.input['options'], deps.settings()),
    acceptedAt: Date.parse(job.createdAt),
    intent: row.intent,
    ...traceOf(job),
  };
}

/**
 * After an interruption: the keys that rows have taken. Those behind an undecided row are among them, as batches overtake each other and
 * rows wait for keys that are busy.
 */
async function learnEarlierKeys(deps: BulkImportDependencies, { job, seen }: Progressing): Promise<void> {
  const last = await deps.importJobs.lastDecided(job.jobId);
  if (last === null) {
    return;
  }
  for await (const row of deps.importJobs.rowsBefore(job.jobId, last + 1)) {
    const clean = cleanRow(importRow(deps, job, { ...row, intent: null }), deps.settings());
    if (!('status' in clean) && !seen.has(clean.key.key)) {
      seen.set(clean.key.key, row.index);
    }
  }
}

async function importRows(
  deps: BulkImportDependencies,
  { job, options, seen, faults }: Progressing,
  rows: readonly ImportRow[],
): Promise<BatchResult & { readonly hasFailure: boolean }> {
  const { total, processed } = await deps.runs.progress(job.jobId);
  const result = await importBatch(deps, {
    rows,
    priority: 'bulk',
    upcoming: Math.max(0, total - processed - rows.length),
    countsProgress: true,
    flushLists: false,
    cleaning: { seen, stopAtFirstFailure: !options.continueOnError },
  });
  const hopeless = result.faulty.filter(({ row }) => {
    const times = (faults.get(row.ref.index) ?? 0) + 1;
    faults.set(row.ref.index, times);
    return times >= rowAttempts;
  });
  if (hopeless.length > 0) {
    const decided = hopeless.map(({ row, fault }) => ({ row, outcome: faultOutcome(fault) }));
    await deps.store.record({
      fence: 0,
      countsProgress: true,
      at: isoTime(deps.clock.now()),
      rows: decided.map(({ row, outcome }) => ({ ref: row.ref, source: row.source.name, outcome })),
      leads: [],
      resumedCreations: hopeless.map(({ row }) => row.ref),
      listGroups: [],
      events: [],
      notices: noticesOfFailures(decided, { ofBulk: true }),
    });
  }
  await addPlannedListItems(deps, { jobIds: [job.jobId], priority: 'bulk', everything: false });
  const hasFailure = hopeless.length > 0 || result.decided.some(({ outcome }) => outcome.status === 'failed');
  return { ...result, hasFailure };
}

/** When the next batch may start, so that no more than `rateLimit` leads a minute are imported; at once where none is left. */
async function pacedUntil(
  { runs }: BulkImportDependencies,
  { job, options: { rateLimit } }: Progressing,
  startedAt: number,
  decided: number,
): Promise<number> {
  if (rateLimit === null) {
    return startedAt;
  }
  const { total, processed } = await runs.progress(job.jobId);
  return processed >= total ? startedAt : startedAt + (decided / rateLimit) * 60_000;
}

async function end(
  deps: BulkImportDependencies,
  { job }: Progressing,
  status: 'completed' | 'cancelled',
): Promise<RunResult> {
  await addPlannedListItems(deps, { jobIds: [job.jobId], priority: 'bulk', everything: true });
  if (status === 'cancelled') {
    await deps.importJobs.failPendingRows(job.jobId, cancelled, untried(deps));
  }
  const progress = await deps.runs.progress(job.jobId);
  await deps.runs.finish({
    jobId: job.jobId,
    status,
    result: null,
    error: null,
    at: isoTime(deps.clock.now()),
    events: [
      {
        type: 'sync.completed',
        data: {
          job_id: job.jobId,
          status,
          source: job.input['source'],
          total_processed: progress.processed,
          successful: progress.successful,
          failed: progress.failed,
        },
      },
    ],
  });
  return { done: true };
}

/** The last attempt failed: the rows that still wait are listed with the reason, so that every row is accounted for. */
async function giveUp(deps: BulkImportDependencies, job: JobRecord, error: unknown): Promise<void> {
  const at = isoTime(deps.clock.now());
  const { code, message } = jobError(error);
  await deps.importJobs.failPendingRows(job.jobId, faultOutcome(error), { at, tried: true });
  await deps.store.saveNotices([
    {
      level: 'error',
      message: `A bulk import was given up, and the rows that still waited failed: ${message}`,
      source: code === 'EXTERNAL_API_ERROR' ? 'psa' : 'import',
      errorCode: code,
      jobId: job.jobId,
    },
  ]);
  await deps.runs.finish(endOfFault(job.jobId, error, at));
}
