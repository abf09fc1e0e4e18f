import { jobCatalogue } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';

import { addPlannedListItems } from '../../psa/fill-lists.js';
import type { EarlierRow } from '../../ports/import-jobs.js';
import type { JobProgress } from '../../ports/jobs.js';
import { isRefusalOfOne, type PsaRefusedError } from '../../ports/psa-errors.js';
import { DeadlyRowError } from '../../work/deadly-row-error.js';
import { erasedRow } from '../../work/erased-row.js';
import { tryAlone } from '../../work/trials.js';
import type { BatchResult } from '../batch.js';
import type { BulkImportDependencies, BulkRun } from './bulk-run.js';
import { externalIdKey, type DryRunMemory } from '../dry-run/dry-run-memory.js';
import { importBatch } from '../import-batch.js';
import { rowOfJob, cleanRow } from '../read/index.js';
import type { ImportRow } from '../import-row-state.js';
import { entriesOfFailures, faultOutcome } from '../record/index.js';
import { mayBeRead, entriesOfUnread, optOutsOfJob, readUnrecorded } from '../waiting-opt-outs.js';

/** A bulk import of at most this many rows reads all of them live. */
const maxLiveRows = 20;
/** How often a row whose write keeps getting lost, or is refused, is tried before it fails. */
const rowAttempts = 3;
/** After this many rows that were refused alone, without one that was not, the PSA refuses more than single rows. */
const maxRefusedInARow = 5;
const pageOfCancelled = 500;

/** The next rows without an outcome, from index `from` upwards. */
export async function nextRows(
  deps: BulkImportDependencies,
  { job, width, rowsToTry }: BulkRun,
  from: number,
  isCancelled: boolean,
): Promise<ImportRow[]> {
  // A cancelled import only completes the batches that it has begun; these are searched among all pending
  // rows.
  const pending = await deps.importJobs.pendingRows(
    job.jobId,
    from,
    isCancelled ? pageOfCancelled : rowsToTry > 0 ? 1 : width.rows,
  );
  return pending.map((row) => rowOfJob(deps, job, row));
}

/**
 * After an interruption: restores the keys that rows have taken. Includes rows after an undecided one,
 * because batches overtake each other and rows wait for busy keys.
 */
export async function restoreEarlierKeys(deps: BulkImportDependencies, state: BulkRun): Promise<void> {
  const { job } = state;
  const last = await deps.importJobs.lastDecided(job.jobId);
  if (last === null) {
    return;
  }
  for await (const row of deps.importJobs.rowsBefore(job.jobId, last + 1)) {
    if (row.isPending && state.rowsToTry > 0) {
      // Merely reading the row may be what crashes the process.
      const restore = async (): Promise<void> => Promise.resolve(restoreRow(deps, state, row));
      const trial = { run: state.run, index: row.index, subject: 'lead' } as const;
      await tryAlone(deps, trial, { work: restore, setAside: async () => {} });
    } else {
      restoreRow(deps, state, row);
    }
  }
}

function restoreRow(deps: BulkImportDependencies, { job, seen }: BulkRun, row: EarlierRow): void {
  const { dryRun } = deps;
  const clean = cleanRow(rowOfJob(deps, job, { ...row, intent: null, planned: null }), deps.settings());
  if (!('status' in clean) && !seen.has(clean.key.key)) {
    seen.set(clean.key.key, { index: row.index, row: row.row });
  }
  if (dryRun !== undefined && row.plan !== null && row.plan.reason === undefined) {
    dryRun.recall(row.plan);
    recallExternalId(clean, dryRun);
    dryRun.optOut(optOutsOfJob(deps, job, [row.data]).flatMap(({ keys }) => keys));
  }
}

export type RowsResult = BatchResult & { readonly hasFailure: boolean };

/**
 * Imports one batch. If the PSA refuses something that belongs to one of its rows, such as a ticket that its agent may
 * not see, the batch is imported in halves, so that only that row is tried again, and finally fails. If the PSA refuses
 * one row after the other, or has let none through, it refuses the import as a whole.
 *
 * @throws PsaRefusedError if it does
 */
export async function importRows(
  deps: BulkImportDependencies,
  state: BulkRun,
  rows: readonly ImportRow[],
  progress: JobProgress,
): Promise<RowsResult> {
  try {
    const result = await importOnce(deps, state, rows, progress);
    state.refusedInARow = result.decided.length > 0 ? 0 : state.refusedInARow;
    return result;
  } catch (error) {
    // What a dry run has foreseen of a batch cannot be taken back, and a failure that stops an import must be its first.
    if (!isRefusalOfOne(error) || !state.options.continueOnError || deps.dryRun !== undefined) {
      throw error;
    }
    const [row, ...others] = rows;
    return row !== undefined && others.length === 0
      ? await setRefusedAside(deps, state, { row, refusal: error, progress })
      : await importInHalves(deps, state, rows, progress);
  }
}

async function importInHalves(
  deps: BulkImportDependencies,
  state: BulkRun,
  rows: readonly ImportRow[],
  progress: JobProgress,
): Promise<RowsResult> {
  // An intent may have been stored since they were read.
  const pending = await deps.importJobs.pendingRows(state.job.jobId, rows[0]?.ref.index ?? 0, rows.length);
  const indexes = new Set(rows.map(({ ref }) => ref.index));
  const left = pending.filter(({ index }) => indexes.has(index)).map((row) => rowOfJob(deps, state.job, row));
  const middle = Math.ceil(left.length / 2);
  const results: RowsResult[] = [];
  for (const half of [left.slice(0, middle), left.slice(middle)]) {
    if (half.length > 0) {
      results.push(await importRows(deps, state, half, progress));
    }
  }
  return {
    decided: results.flatMap(({ decided }) => decided),
    deferred: results.flatMap(({ deferred }) => deferred),
    faulty: results.flatMap(({ faulty }) => faulty),
    hasFailure: results.some(({ hasFailure }) => hasFailure),
  };
}

async function setRefusedAside(
  deps: BulkImportDependencies,
  state: BulkRun,
  refused: {
    readonly row: ImportRow;
    readonly refusal: PsaRefusedError;
    readonly progress: JobProgress;
  },
): Promise<RowsResult> {
  const { row, refusal, progress } = refused;
  state.refusedInARow += 1;
  const isLastTry = triesOf(row, state) === rowAttempts;
  if (state.refusedInARow > maxRefusedInARow || (isLastTry && progress.successful === 0)) {
    throw refusal;
  }
  const faulty = [{ row, fault: refusal }];
  return { decided: [], deferred: [], faulty, hasFailure: await failHopeless(deps, state, faulty) };
}

/** How often a row has been tried in vain, if it has now. */
function triesOf({ ref }: ImportRow, { faults }: BulkRun): number {
  return (faults.get(ref.index) ?? 0) + 1;
}

/**
 * Adds the batch's list items if they fill a request. Claims its keys before waiting for anything, so that of two
 * concurrent batches the earlier one gets them.
 */
async function importOnce(
  deps: BulkImportDependencies,
  state: BulkRun,
  rows: readonly ImportRow[],
  { total, processed }: JobProgress,
): Promise<RowsResult> {
  const { job, options, seen, meter, width } = state;
  const result = await importBatch(deps, {
    rows,
    priority: jobCatalogue.bulk_import.priority,
    upcoming: width.within(Math.max(0, total - processed - rows.length)),
    readsMirror: total > maxLiveRows && !job.input.batch_options.verify,
    asksAhead: false,
    countsProgress: true,
    flushLists: false,
    onPlanned: async (calls) => {
      const pace = deps.dryRun === undefined ? meter.planned(rows.length, calls) : null;
      if (pace !== null) {
        await deps.runs.note(job.jobId, { pace });
      }
    },
    cleaning: { seen, stopAtFirstFailure: !options.continueOnError },
  });
  const hasHopeless = await failHopeless(deps, state, result.faulty);
  await addPlannedListItems(deps, {
    jobIds: [job.jobId],
    priority: jobCatalogue.bulk_import.priority,
    everything: false,
    waitsForWindows: true,
  });
  return {
    ...result,
    hasFailure: hasHopeless || result.decided.some(({ outcome }) => outcome.status === 'failed'),
  };
}

/** Fails the rows that have been tried often enough; returns whether there are any. */
async function failHopeless(
  deps: BulkImportDependencies,
  state: BulkRun,
  faulty: BatchResult['faulty'],
): Promise<boolean> {
  const hopeless = faulty.filter(({ row }) => triesOf(row, state) >= rowAttempts);
  faulty.forEach(({ row }) => state.faults.set(row.ref.index, triesOf(row, state)));
  await failRows(deps, state.job, hopeless);
  return hopeless.length > 0;
}

/** One row that may crash the process fails if it has crashed others repeatedly. */
export async function tryRow(
  deps: BulkImportDependencies,
  state: BulkRun,
  rows: readonly ImportRow[],
  progress: JobProgress,
): Promise<RowsResult> {
  const [row] = rows;
  if (row === undefined) {
    return { decided: [], deferred: [], faulty: [], hasFailure: false };
  }
  const setAside = async (fault: Error): Promise<RowsResult> => {
    const faulty = [{ row, fault }];
    await failRows(deps, state.job, faulty);
    return { decided: [], deferred: [], faulty, hasFailure: true };
  };
  const result = await tryAlone(
    deps,
    { run: state.run, index: row.ref.index, subject: 'lead' },
    { work: async () => importRows(deps, state, rows, progress), setAside },
  );
  if (result.deferred.length === 0) {
    state.rowsToTry -= 1;
    await deps.runs.note(state.job.jobId, { rowsToTry: state.rowsToTry });
  }
  return result;
}

async function failRows(
  deps: BulkImportDependencies,
  job: BulkRun['job'],
  faulty: BatchResult['faulty'],
): Promise<void> {
  if (faulty.length === 0) {
    return;
  }
  const unread = faulty.filter(({ fault }) => !mayBeRead(fault));
  const read = faulty.filter(({ fault }) => mayBeRead(fault)).map(({ row }) => row);
  const areDeadly = faulty.some(({ fault }) => fault instanceof DeadlyRowError);
  const { erased, optOuts } = await readUnrecorded(deps, job, read, areDeadly);
  const decided = faulty.map(({ row, fault }) => ({
    row,
    outcome: erased.has(row) ? erasedRow : faultOutcome(fault),
  }));
  await deps.store.record({
    fence: 0,
    countsProgress: true,
    at: isoTime(deps.clock.now()),
    rows: decided.map(({ row, outcome }) => ({ ref: row.ref, source: row.source.name, outcome })),
    leads: [],
    resumedCreations: faulty.map(({ row }) => row.ref),
    listGroups: [],
    events: [],
    errorLogEntries: [
      ...entriesOfFailures(decided, { ofBulk: true }),
      ...unread.flatMap(({ row }) => entriesOfUnread(job, { index: row.ref.index, row: row.row })),
    ],
    optOuts,
  });
}

/** In a dry run, an earlier row's lead would take its source's external id. */
function recallExternalId(clean: ReturnType<typeof cleanRow>, dryRun: DryRunMemory): void {
  if (!('status' in clean) && clean.externalId !== null) {
    const { row, externalId, recordKey: key } = clean;
    const id = { source: row.source.name, externalId };
    dryRun.externalIds.set(externalIdKey(id), { ...id, leadId: dryRun.reserve(1), key });
  }
}
