import { setTimeout as sleep } from 'node:timers/promises';

import { findSource } from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import { StaleClaimError, type FailedOutcome, type ImportJobs } from '../ports/import-store.js';
import type { JobRuns } from '../ports/job-runs.js';
import type { JobRecord } from '../ports/jobs.js';
import { PsaBudgetError } from '../ports/psa-errors.js';
import type { BatchResult, ImportDependencies } from './batch.js';
import { importBatch } from './import-batch.js';
import { endOfFault, jobError } from './job-ends.js';
import { readBatchOptions, readOptions, type BatchOptions } from './read-options.js';
import type { ImportRow } from './row-work.js';
import type { RunResult } from './single-imports.js';
import { cleanRow } from './stages/clean.js';
import { addPlannedListItems } from './stages/lists.js';

/** Times that a row is tried whose write got lost again and again, before it is listed as failed. */
const rowAttempts = 3;
/** Milliseconds */
const busyDelay = 250;
const longBusyDelay = 2_000;
const shortestPause = 2_000;
const mostBusyRounds = 20;
const batchesUnderWay = 2;

const notProcessed: FailedOutcome = {
  status: 'failed',
  code: 'NOT_PROCESSED',
  error: 'Not processed',
  suggestion: 'Correct the failing item and retry the job’s failed rows',
};

export interface BulkImportDependencies extends ImportDependencies {
  readonly runs: JobRuns;
  readonly importJobs: ImportJobs;
  /** True once this process is to end: the import goes on elsewhere after the batches in hand. */
  readonly isStopping: () => boolean;
}

interface Progressing {
  readonly job: JobRecord;
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
  try {
    return await continueImport(deps, job);
  } catch (error) {
    if (error instanceof PsaBudgetError) {
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

async function continueImport(deps: BulkImportDependencies, job: JobRecord): Promise<RunResult> {
  const state: Progressing = {
    job,
    options: readBatchOptions(job.input['batch_options'], providerRate(deps, job)),
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

/** Leads a minute that the configuration allows the job's source; it holds for as long as this run lasts. */
function providerRate({ settings }: BulkImportDependencies, job: JobRecord): number {
  const { sources, leadsPerMinute } = settings();
  const source = findSource(sources, String(job.input['source']));
  return source === null ? 0 : (leadsPerMinute[source.name] ?? 0);
}

type Round =
  /** Rows may be left: those whose keys were busy, or whose writes got lost. */
  | { readonly kind: 'again'; readonly decided: number }
  | { readonly kind: 'paced'; readonly until: number }
  | { readonly kind: 'ended'; readonly status: 'completed' | 'cancelled' };

/**
 * Goes once through all rows that wait, a few batches at a time: while the record of one is being written, the next is on its way to the
 * PSA. An import that stops at the first failure, or keeps a pace, goes batch by batch.
 */
async function importRound(deps: BulkImportDependencies, state: Progressing): Promise<Round> {
  const { job, options } = state;
  const careful = !options.continueOnError || options.rateLimit !== null;
  const underWay = new Set<Promise<void>>();
  let round: Round = { kind: 'again', decided: 0 };
  let decided = 0;
  let rowsSeen = 0;
  let failure: { readonly error: unknown } | null = null;

  const work = async (rows: readonly ImportRow[]): Promise<void> => {
    const startedAt = deps.clock.now();
    const result = await importRows(deps, state, rows);
    decided += result.decided.length + result.faulty.length;
    if (!options.continueOnError && hasFailure(result)) {
      await deps.importJobs.failPendingRows(job.jobId, notProcessed, isoTime(deps.clock.now()));
      round = { kind: 'ended', status: 'completed' };
      return;
    }
    const until = pacedUntil(options, startedAt, result.decided.length);
    if (until - deps.clock.now() > shortestPause) {
      round = { kind: 'paced', until };
    } else {
      await sleep(Math.max(0, until - deps.clock.now()));
    }
  };

  for (let from = 0; round.kind === 'again' && failure === null;) {
    if (await deps.runs.isCancelRequested(job.jobId)) {
      round = { kind: 'ended', status: 'cancelled' };
      break;
    }
    if (deps.isStopping()) {
      round = { kind: 'paced', until: deps.clock.now() };
      break;
    }
    const rows = await nextRows(deps, state, from);
    const last = rows.at(-1);
    if (last === undefined) {
      break;
    }
    rowsSeen += rows.length;
    from = last.ref.index + 1;
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
    ? { kind: 'ended', status: 'completed' }
    : withCount(round, decided);
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
): Promise<ImportRow[]> {
  const pending = await deps.importJobs.pendingRows(
    job.jobId,
    from,
    Math.min(options.batchSize, options.rateLimit ?? options.batchSize),
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
    source,
    data: row.data,
    options: readOptions(job.input['options'], deps.settings()),
    acceptedAt: Date.parse(job.createdAt),
    intent: row.intent,
  };
}

/** After an interruption: the keys that the rows before the first undecided one have taken. */
async function learnEarlierKeys(deps: BulkImportDependencies, { job, seen }: Progressing): Promise<void> {
  const [first] = await deps.importJobs.pendingRows(job.jobId, 0, 1);
  if (first === undefined || first.index === 0) {
    return;
  }
  for await (const row of deps.importJobs.rowsBefore(job.jobId, first.index)) {
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
): Promise<BatchResult> {
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
    await deps.store.record({
      fence: 0,
      countsProgress: true,
      at: isoTime(deps.clock.now()),
      rows: hopeless.map(({ row, fault }) => ({
        ref: row.ref,
        source: row.source.name,
        outcome: faultOutcome(fault),
      })),
      leads: [],
      listAdditions: [],
      events: [],
      notices: [],
    });
  }
  return result;
}

function hasFailure({ decided, faulty }: BatchResult): boolean {
  return faulty.length > 0 || decided.some(({ outcome }) => outcome.status === 'failed');
}

function faultOutcome(fault: unknown): FailedOutcome {
  const { code, message } = jobError(fault);
  return {
    status: 'failed',
    code,
    error: message,
    suggestion: 'Retry the job’s failed rows; what the PSA already holds is found and not created again',
  };
}

/** When the next batch may start, so that no more than `rateLimit` leads a minute are imported. */
function pacedUntil({ rateLimit }: BatchOptions, startedAt: number, processed: number): number {
  return rateLimit === null ? startedAt : startedAt + (processed / rateLimit) * 60_000;
}

async function end(
  deps: BulkImportDependencies,
  { job }: Progressing,
  status: 'completed' | 'cancelled',
): Promise<RunResult> {
  await addPlannedListItems(deps, { jobIds: [job.jobId], priority: 'bulk', everything: true });
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
  await deps.importJobs.failPendingRows(job.jobId, faultOutcome(error), at);
  await deps.runs.finish(endOfFault(job.jobId, error, at));
}
