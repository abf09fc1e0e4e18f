import { jobCatalogue } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';

import { addPlannedListItems } from '../psa/fill-lists.js';
import type { EarlierRow } from '../ports/import-jobs.js';
import type { JobProgress } from '../ports/jobs.js';
import { tryAlone } from '../work/trials.js';
import type { BatchResult } from './batch.js';
import type { BulkImportDependencies, BulkRun } from './bulk-run.js';
import { externalIdKey, type DryRunMemory } from './dry-run/dry-run-memory.js';
import { importBatch } from './import-batch.js';
import { rowOfJob } from './row-of-job.js';
import type { ImportRow } from './import-row-state.js';
import { cleanRow } from './stages/clean.js';
import { entriesOfFailures } from './stages/entries-of-failures.js';
import { faultOutcome } from './undecided-rows.js';
import { mayBeRead, entriesOfUnread, optOutsOfJob } from './waiting-opt-outs.js';

/** A bulk import of at most this many rows reads all of them live. */
const maxLiveRows = 20;
/** How often a row whose write keeps getting lost is tried before it fails. */
const rowAttempts = 3;
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
 * Imports one batch, and adds its list items if they fill a request. Claims its keys before waiting for
 * anything, so that of two concurrent batches the earlier one gets them.
 */
export async function importRows(
  deps: BulkImportDependencies,
  { job, options, seen, faults, meter }: BulkRun,
  rows: readonly ImportRow[],
  { total, processed }: JobProgress,
): Promise<RowsResult> {
  const result = await importBatch(deps, {
    rows,
    priority: jobCatalogue.bulk_import.priority,
    upcoming: Math.max(0, total - processed - rows.length),
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
  const hopeless = result.faulty.filter(({ row }) => {
    const times = (faults.get(row.ref.index) ?? 0) + 1;
    faults.set(row.ref.index, times);
    return times >= rowAttempts;
  });
  await failRows(deps, job, hopeless);
  await addPlannedListItems(deps, {
    jobIds: [job.jobId],
    priority: jobCatalogue.bulk_import.priority,
    everything: false,
  });
  const hasFailure = hopeless.length > 0 || result.decided.some(({ outcome }) => outcome.status === 'failed');
  return { ...result, hasFailure };
}

/**
 * As `importRows`, for one row that may crash the process. The row fails if it has crashed others repeatedly.
 */
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
  const decided = faulty.map(({ row, fault }) => ({ row, outcome: faultOutcome(fault) }));
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
    optOuts: optOutsOfJob(
      deps,
      job,
      faulty.filter(({ fault }) => mayBeRead(fault)).map(({ row }) => row.data),
    ),
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
