import { setTimeout as sleep } from 'node:timers/promises';

import { isDryRun, jobCatalogue } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';

import type { RowOutcome } from '../../ports/import-store.js';
import type { BegunJob, EarlierWork } from '../../ports/job-runs.js';
import type { Job, JobRecord } from '../../ports/jobs.js';
import { addPlannedListItems } from '../../psa/fill-lists.js';
import { jobRecordOf, readJob } from '../../work/read-job.js';
import { isSuspected, tryAlone, whenLaneIsFree } from '../../work/trials.js';
import type { BatchResult } from '../batch.js';
import { asDryRun } from '../dry-run/as-dry-run.js';
import { endOfSingle } from '../record/index.js';
import { importBatch } from '../import-batch.js';
import type { ImportRow } from '../import-row-state.js';
import { rowOfJob } from '../read/index.js';
import { giveUp, settleFault } from './single-faults.js';
import {
  settle,
  take,
  type SingleImportDependencies,
  type WaitingRun,
  type WaitingRuns,
} from './single-run.js';

/** Milliseconds until a lead with a busy key is retried. */
const busyDelayMs = 50;

export interface SingleBatch {
  readonly deps: SingleImportDependencies;
  readonly waiting: WaitingRuns;
  /** How many more wait after this batch. */
  readonly upcoming: () => number;
  /** Returns runs with busy keys to the front of the queue. */
  readonly requeue: (runs: readonly WaitingRun[]) => void;
}

/** Jobs that have begun, all of them dry runs or none, with the results of earlier runs. */
interface BegunImports {
  readonly jobs: readonly Job<'lead_import'>[];
  readonly earlier: ReadonlyMap<string, EarlierWork>;
  readonly fence?: Promise<number> | undefined;
}

interface DecidedJob {
  readonly jobId: string;
  readonly outcome: RowOutcome;
}

/** Completes the leads of a batch. An error that it throws applies to all runs left in the batch. */
export async function importTogether(batch: SingleBatch): Promise<void> {
  const { deps, waiting } = batch;
  const jobIds = [...waiting.keys()];
  const fence = deps.store.reserveFence();
  fence.catch(() => undefined);
  const records = await deps.runs.begin(jobIds, isoTime(deps.clock.now()));
  const earlier = new Map(records.map((record) => [record.jobId, record.earlier]));
  const active = new Set(records.map(({ jobId }) => jobId));
  records.forEach(({ jobId, run }) => {
    const entry = waiting.get(jobId);
    if (entry !== undefined) {
      entry.begun = run;
    }
  });
  for (const jobId of jobIds.filter((id) => !active.has(id))) {
    settle(waiting, jobId, { done: true });
  }
  const readable = records.filter((record) => rejectForeign(record, waiting));
  const jobs = readable.filter((record) => !isSuspected(record)).map(readSingle);
  // Dry runs are processed separately from imports that write.
  const [dry, others] = [jobs.filter(({ input }) => isDryRun(input)), jobs.filter(isImported)];
  await importRowsOf({ jobs: dry, earlier }, batch);
  // After other work, another batch may have got a later fence for one of the keys.
  await importRowsOf({ jobs: others, earlier, fence: dry.length === 0 ? fence : undefined }, batch);
  for (const record of readable.filter(isSuspected)) {
    await importAlone(record, batch);
  }
}

/** A job that cannot be read fails alone, not together with its batch. */
function rejectForeign(record: BegunJob, waiting: WaitingRuns): boolean {
  try {
    readSingle(record);
    return true;
  } catch (error) {
    take(waiting, record.jobId).forEach(({ reject }) => {
      reject(error);
    });
    return false;
  }
}

/** A job during which processes have crashed: it fails if each of them was running it alone. */
async function importAlone({ run, ...record }: BegunJob, batch: SingleBatch): Promise<void> {
  const { deps, waiting } = batch;
  const { jobId } = record;
  try {
    await tryAlone(
      deps,
      { run, index: 0, subject: 'lead' },
      {
        work: async () => {
          const earlier = new Map([[jobId, record.earlier]]);
          await importRowsOf({ jobs: [readSingle(record)], earlier }, batch);
        },
        setAside: async (fault) => {
          await giveUp(deps, jobId, fault);
          settle(waiting, jobId, { done: true });
        },
      },
    );
  } catch (error) {
    settle(waiting, jobId, whenLaneIsFree(error));
  }
}

async function importRowsOf(imports: BegunImports, batch: SingleBatch): Promise<void> {
  const [first] = imports.jobs;
  if (first === undefined) {
    return;
  }
  const { waiting } = batch;
  const deps = isDryRun(first.input) ? asDryRun(batch.deps) : batch.deps;
  const result = await importBatch(deps, {
    rows: rowsToImport(imports, deps),
    priority: jobCatalogue.lead_import.priority,
    upcoming: batch.upcoming(),
    readsMirror: false,
    asksAhead: true,
    countsProgress: false,
    flushLists: true,
    onDecided: async (decided) => {
      const open = decided.filter(({ hasOpenLists }) => hasOpenLists);
      await finish(
        open.map(({ row, outcome }) => ({ jobId: row.ref.jobId, outcome })),
        batch,
      );
      // The others ended with their outcome.
      decided.forEach(({ row }) => {
        settle(waiting, row.ref.jobId, { done: true });
      });
    },
    cleaning: { seen: null, stopAtFirstFailure: false },
    fence: imports.fence,
  });
  await finishDecidedBefore(imports, deps, batch);
  for (const { row, fault } of result.faulty) {
    await settleFault(batch.deps, take(waiting, row.ref.jobId), fault);
  }
  await requeueDeferred(result, batch);
}

function rowsToImport({ jobs, earlier }: BegunImports, deps: SingleImportDependencies): ImportRow[] {
  return jobs
    .filter(({ jobId }) => (earlier.get(jobId)?.outcome ?? null) === null)
    .map((job) =>
      rowOfJob(deps, job, {
        index: 0,
        row: 1,
        data: job.input.data,
        intent: earlier.get(job.jobId)?.intent ?? null,
        planned: job.input.planned ?? null,
      }),
    );
}

/** Jobs whose outcome an earlier run has recorded: only their list items and their end may be missing. */
async function finishDecidedBefore(
  { jobs, earlier }: BegunImports,
  deps: SingleImportDependencies,
  batch: SingleBatch,
): Promise<void> {
  const decided = jobs.flatMap(({ jobId }): DecidedJob[] => {
    const outcome = earlier.get(jobId)?.outcome ?? null;
    return outcome === null ? [] : [{ jobId, outcome }];
  });
  if (decided.length === 0) {
    return;
  }
  await addPlannedListItems(deps, {
    jobIds: decided.map(({ jobId }) => jobId),
    priority: jobCatalogue.lead_import.priority,
    everything: true,
    waitsForWindows: true,
  });
  await finish(decided, batch);
}

async function requeueDeferred(
  { deferred, decided }: BatchResult,
  { waiting, requeue }: SingleBatch,
): Promise<void> {
  if (deferred.length === 0) {
    return;
  }
  const again = deferred.flatMap((row) => take(waiting, row.ref.jobId));
  // Other rows of this batch no longer hold any key, so a pause is only needed for keys that another worker
  // holds.
  if (decided.length === 0) {
    await sleep(busyDelayMs);
  }
  requeue(again);
}

async function finish(decided: readonly DecidedJob[], { deps, waiting }: SingleBatch): Promise<void> {
  if (decided.length === 0) {
    return;
  }
  const at = isoTime(deps.clock.now());
  await deps.runs.finishMany(decided.map(({ jobId, outcome }) => endOfSingle(jobId, outcome, at)));
  for (const { jobId } of decided) {
    settle(waiting, jobId, { done: true });
  }
}

function readSingle(record: JobRecord): Job<'lead_import'> {
  return readJob(jobRecordOf('lead_import', record));
}

function isImported({ input }: Job<'lead_import'>): boolean {
  return !isDryRun(input);
}
