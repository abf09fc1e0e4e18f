import { setImmediate } from 'node:timers/promises';

import { isoTime, traceOf, type Clock } from '@leadbridge/platform';
import {
  personOfLead,
  readListedOptOut,
  suppressionKeyText,
  type DecidedList,
  type SuppressionKey,
} from '@leadbridge/domain';

import type { ImportJobs } from '../ports/import-jobs.js';
import { StaleClaimError, type FailedOutcome, type ImportStore } from '../ports/import-store.js';
import type { JobRuns } from '../ports/job-runs.js';
import type { Job } from '../ports/jobs.js';
import type { ListedBatch, ListedRow, OptOutListStore, ReadableRow } from '../ports/opt-out-list.js';
import type { Settings } from '../ports/settings.js';
import { finishRows, giveRowsUp } from '../work/end-of-rows.js';
import { faultOf } from '../work/job-fault.js';
import { jobRecordOf, readJob } from '../work/read-job.js';
import type { RunResult } from '../work/run-result.js';
import { nobody, usualOptOutReason } from './opt-out-of-lead.js';
import { noSourceReason } from './suppression-outcome.js';

export interface OptOutListDependencies {
  readonly runs: JobRuns;
  readonly importJobs: Pick<ImportJobs, 'pendingRows' | 'rowsBefore' | 'failPendingRows' | 'keepRows'>;
  readonly lists: OptOutListStore;
  readonly store: Pick<ImportStore, 'saveErrorLogEntries'>;
  readonly settings: () => Pick<Settings, 'sources' | 'defaultCountry'>;
  readonly clock: Clock;
  /** True once this process is shutting down: another one goes on after the current rows. */
  readonly isStopping: () => boolean;
}

/** Rows of one transaction: few enough for a fraction of a second, many enough for few commands. */
const rowsAtOnce = 500;
/** Rows that are read in a row: reading takes as long as writing, and must not keep the database waiting. */
const rowsInARow = 8;
/** Of so few rows, a failure has another cause. */
const fewestRows = 30;
/** Milliseconds until another worker, which has taken the job over, may have stopped. */
const staleDelayMs = 2_000;
/** Milliseconds between two reports of the pace. */
const reportEveryMs = 2_000;

const cancelled: FailedOutcome = {
  status: 'failed',
  code: 'CANCELLED',
  error: 'Not processed',
  suggestion: 'The list was cancelled before this row; send it again',
};

/** Continues where an earlier run stopped. Makes no PSA requests: marking tickets is other work. */
export async function runOptOutList(
  deps: OptOutListDependencies,
  run: { readonly jobId: string; readonly lastAttempt: boolean },
): Promise<RunResult> {
  const [record] = await deps.runs.begin([run.jobId], isoTime(deps.clock.now()));
  if (record === undefined) {
    return { done: true };
  }
  const job = readJob(jobRecordOf('opt_out_list', record));
  try {
    return await goThroughRows(deps, job);
  } catch (error) {
    const isStale = error instanceof StaleClaimError;
    if (isStale || (run.lastAttempt && !(await deps.runs.isLatest(record.run)))) {
      return { done: false, continueAt: deps.clock.now() + staleDelayMs };
    }
    if (run.lastAttempt) {
      await giveRowsUp(deps, job, record.run, {
        error,
        outcome: faultOf(error),
        tried: false,
        summary: 'A list of opt-outs was given up; its remaining rows were not taken',
      });
    }
    throw error;
  }
}

async function goThroughRows(deps: OptOutListDependencies, job: Job<'opt_out_list'>): Promise<RunResult> {
  const { jobId } = job;
  const remembered = job.input.dry_run ? new Set<string>() : null;
  const report = createReport(deps, jobId);
  let isFirst = true;
  for (let reading = readRows(deps, job, 0); ;) {
    const rows = await reading;
    const [first, last] = [rows[0], rows.at(-1)];
    if (await deps.runs.isCancelRequested(jobId)) {
      return await end(deps, job, 'cancelled');
    }
    if (deps.isStopping()) {
      return { done: false, continueAt: deps.clock.now() };
    }
    if (first === undefined || last === undefined) {
      return await end(deps, job, 'completed');
    }
    if (isFirst && remembered !== null) {
      await rememberEarlier(deps, job, first.index, remembered);
    }
    isFirst = false;
    // The next rows are read while the database writes these.
    reading = readRows(deps, job, last.index + 1);
    reading.catch(() => undefined);
    await takeRows(deps, { jobId, rows, remembered });
    await report(rows.length);
  }
}

/** All rows, or in parts if that fails: a busy database may not finish all in one transaction. */
async function takeRows(
  deps: OptOutListDependencies,
  batch: Pick<ListedBatch, 'jobId' | 'rows' | 'remembered'>,
): Promise<void> {
  const { rows, remembered } = batch;
  try {
    const decided = await deps.lists.take({ ...batch, at: isoTime(deps.clock.now()) });
    keysOf(decided).forEach((key) => remembered?.add(suppressionKeyText(key)));
  } catch (error) {
    if (error instanceof StaleClaimError || rows.length <= fewestRows) {
      throw error;
    }
    const half = Math.ceil(rows.length / 2);
    await takeRows(deps, { ...batch, rows: rows.slice(0, half) });
    await takeRows(deps, { ...batch, rows: rows.slice(half) });
  }
}

async function readRows(
  deps: OptOutListDependencies,
  job: Job<'opt_out_list'>,
  from: number,
): Promise<readonly ListedRow[]> {
  const pending = await deps.importJobs.pendingRows(job.jobId, from, rowsAtOnce);
  const now = deps.clock.now();
  const settings = deps.settings();
  const common = {
    origin: 'api',
    ...{ ticketId: null, leadId: null, leadSource: null, noProviderReason: noSourceReason },
    marks: ['flag', 'status', 'list'],
    at: isoTime(now),
    by: job.actor.id,
    ...traceOf(job),
  } as const;
  const rows: ListedRow[] = [];
  for (const { index, data } of pending) {
    if (rows.length % rowsInARow === 0) {
      await setImmediate();
    }
    const read = readListedOptOut(data, settings, now);
    rows.push(read.ok ? readableRow(index, read, common) : { index, error: read.error });
  }
  return rows;
}

function readableRow(
  index: number,
  read: Extract<ReturnType<typeof readListedOptOut>, { readonly ok: true }>,
  common: Omit<ReadableRow['request'], 'person' | 'keys' | 'reason'>,
): ReadableRow {
  const { lead, keys, reason, occurredAt, externalId, warnings } = read;
  // What is common stands last, as in `startWork` of imports.
  const request = {
    person: lead === null ? nobody : personOfLead(lead),
    keys,
    reason: reason ?? usualOptOutReason,
    occurredAt,
    externalId,
    ...common,
  };
  return { index, warnings, request };
}

/** After an interruption: a dry run writes nothing that says which people its earlier rows have named. */
async function rememberEarlier(
  deps: OptOutListDependencies,
  { jobId }: Job<'opt_out_list'>,
  before: number,
  remembered: Set<string>,
): Promise<void> {
  for await (const { data } of deps.importJobs.rowsBefore(jobId, before)) {
    const read = readListedOptOut(data, deps.settings(), deps.clock.now());
    if (read.ok) {
      read.keys.forEach((key) => remembered.add(suppressionKeyText(key)));
    }
  }
}

function keysOf({ entries, additions }: DecidedList): readonly SuppressionKey[] {
  return [...entries, ...additions].flatMap(({ keys }) => keys);
}

/** Reports the pace of a run, from which the end is estimated. */
function createReport(
  { runs, clock }: Pick<OptOutListDependencies, 'runs' | 'clock'>,
  jobId: string,
): (rows: number) => Promise<void> {
  const begunAt = clock.now();
  let reportedAt = begunAt;
  let taken = 0;
  return async (rows) => {
    taken += rows;
    const now = clock.now();
    if (now - reportedAt >= reportEveryMs) {
      reportedAt = now;
      await runs.note(jobId, { pace: { millisecondsPerRow: (now - begunAt) / taken, callsPerRow: 0 } });
    }
  };
}

async function end(
  deps: OptOutListDependencies,
  job: Job<'opt_out_list'>,
  status: 'completed' | 'cancelled',
): Promise<RunResult> {
  const { jobId, input } = job;
  const at = isoTime(deps.clock.now());
  if (status === 'cancelled') {
    await deps.importJobs.failPendingRows(jobId, cancelled, { at, tried: false });
  }
  const { total, failed } = await deps.runs.progress(jobId);
  const counts = await deps.lists.counts(jobId);
  await finishRows(deps, job, {
    ...{ jobId, status, error: null, at },
    result: { total, ...counts, failed, dryRun: input.dry_run },
  });
  return { done: true };
}
