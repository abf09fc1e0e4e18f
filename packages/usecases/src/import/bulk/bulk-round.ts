import { setTimeout as sleep } from 'node:timers/promises';

import { isoTime } from '@leadbridge/platform';

import type { JobProgress } from '../../ports/jobs.js';
import { noteDone } from '../../work/batch-width.js';
import type { BatchResult } from '../batch.js';
import { importRows, nextRows, tryRow } from './bulk-rows.js';
import type { BulkImportDependencies, BulkRun } from './bulk-run.js';
import type { ImportRow } from '../import-row-state.js';
import { notProcessed } from '../record/index.js';
import { takeWaitingOptOuts } from '../waiting-opt-outs.js';

/** Milliseconds. */
const minPauseMs = 2_000;
export const batchesUnderWay = 2;

type Round =
  /** Rows may remain: their keys were busy, or their writes were lost. */
  | { readonly kind: 'again'; readonly decided: number }
  | { readonly kind: 'paced'; readonly until: number }
  | { readonly kind: 'ended'; readonly status: 'completed' | 'cancelled' };

interface RoundTally {
  round: Round;
  decided: number;
  rowsSeen: number;
  /** True once a row has to be retried and later rows must not overtake it. */
  isHeldUp: boolean;
  failure: { readonly error: unknown } | null;
}

/**
 * Goes through all pending rows once, a few batches at a time: while one batch is being recorded, the next
 * already sends requests to the PSA. An import that stops at the first failure, has a rate limit, or had to
 * narrow its batches runs one batch at a time.
 */
export async function importRound(deps: BulkImportDependencies, state: BulkRun): Promise<Round> {
  const { job } = state;
  const underWay = new Set<Promise<void>>();
  const tally: RoundTally = {
    round: { kind: 'again', decided: 0 },
    decided: 0,
    rowsSeen: 0,
    isHeldUp: false,
    failure: null,
  };
  let isCancelled = false;
  for (let from = 0; tally.round.kind === 'again' && tally.failure === null && !tally.isHeldUp;) {
    isCancelled ||= await deps.runs.isCancelRequested(job.jobId);
    if (deps.isStopping()) {
      tally.round = { kind: 'paced', until: deps.clock.now() };
      break;
    }
    const waiting = await nextRows(deps, state, from, isCancelled);
    const last = waiting.at(-1);
    if (last === undefined) {
      break;
    }
    const wanted = isCancelled ? waiting.filter(isBegun) : waiting;
    const rows = state.rowsToTry > 0 ? wanted.slice(0, 1) : wanted;
    from = ((rows.length < wanted.length ? rows.at(-1) : undefined) ?? last).ref.index + 1;
    if (rows.length === 0) {
      continue;
    }
    tally.rowsSeen += rows.length;
    const progress = await deps.runs.progress(job.jobId);
    const batch: Promise<void> = workOn({ rows, progress }, deps, state, tally)
      .catch((error: unknown) => {
        tally.failure ??= { error };
      })
      .finally(() => underWay.delete(batch));
    underWay.add(batch);
    if (underWay.size >= maxUnderWay(deps, state)) {
      await Promise.race(underWay);
    }
  }
  await Promise.all(underWay);
  return endOfRound(tally, isCancelled);
}

function maxUnderWay(deps: BulkImportDependencies, { options, width, rowsToTry }: BulkRun): number {
  const careful = !options.continueOnError || options.rateLimit !== null || needsEarlierRows(deps);
  return careful || width.isNarrowed || rowsToTry > 0 ? 1 : batchesUnderWay;
}

/**
 * In a dry run each batch depends on what the previous one would have written, and there are no write responses to
 * wait for. A company is matched by the domain of a lead only once that lead is recorded.
 */
function needsEarlierRows({ dryRun, settings }: BulkImportDependencies): boolean {
  return dryRun !== undefined || settings().companyMatching === 'domain';
}

/** Whether the PSA may contain something of a row that is not recorded: its keys are busy, or a response was lost. */
function isLeftBegun({ deferred, faulty }: BatchResult): boolean {
  return faulty.length > 0 || deferred.some(isBegun);
}

/** Imports one batch and enforces the rate limit. */
async function workOn(
  { rows, progress }: { readonly rows: readonly ImportRow[]; readonly progress: JobProgress },
  deps: BulkImportDependencies,
  state: BulkRun,
  tally: RoundTally,
): Promise<void> {
  const { job, options } = state;
  const startedAt = deps.clock.now();
  const batch = state.meter.batch();
  const measured = { ...deps, psa: batch.psa };
  const result = await (state.rowsToTry > 0 ? tryRow : importRows)(measured, state, rows, progress);
  tally.decided += result.decided.length + result.faulty.length;
  await noteDone(deps.runs, state, result.decided.length, batch);
  if (!options.continueOnError && result.hasFailure) {
    await takeWaitingOptOuts(deps, job, state.rowsToTry > 0 ? state.run : null);
    await deps.importJobs.failPendingRows(job.jobId, notProcessed, untried(deps));
    tally.round = { kind: 'ended', status: 'completed' };
    return;
  }
  // If a failure would stop the import, a row that has to be retried blocks the rows after it.
  const isStopped = !options.continueOnError && result.decided.length < rows.length;
  tally.isHeldUp ||= isStopped || (needsEarlierRows(deps) && isLeftBegun(result));
  const until = await pacedUntil(deps, state, startedAt, result.decided.length);
  if (until - deps.clock.now() > minPauseMs) {
    tally.round = { kind: 'paced', until };
  } else {
    await sleep(Math.max(0, until - deps.clock.now()));
  }
}

function endOfRound({ round, decided, rowsSeen, failure }: RoundTally, isCancelled: boolean): Round {
  if (failure !== null) {
    throw failure.error;
  }
  if (round.kind !== 'again') {
    return round;
  }
  return rowsSeen === 0
    ? { kind: 'ended', status: isCancelled ? 'cancelled' : 'completed' }
    : { kind: 'again', decided };
}

/** So that no more than `rateLimit` leads a minute are imported; at once if none are left. */
async function pacedUntil(
  { runs }: BulkImportDependencies,
  { job, options: { rateLimit } }: BulkRun,
  startedAt: number,
  decided: number,
): Promise<number> {
  if (rateLimit === null) {
    return startedAt;
  }
  const { total, processed } = await runs.progress(job.jobId);
  return processed >= total ? startedAt : startedAt + (decided / rateLimit) * 60_000;
}

/** Such a row is completed even if the import is cancelled. */
function isBegun({ intent }: ImportRow): boolean {
  return intent !== null;
}

/** The end of rows that were never started. */
export function untried({ clock }: BulkImportDependencies): { at: string; tried: boolean } {
  return { at: isoTime(clock.now()), tried: false };
}
