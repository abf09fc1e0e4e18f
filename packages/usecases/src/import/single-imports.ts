import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { isDryRun, jobCatalogue } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';

import { StaleClaimError, type ImportJobs, type RowOutcome } from '../ports/import-store.js';
import type { BegunJob, JobRun, JobRuns } from '../ports/job-runs.js';
import type { Job, JobRecord } from '../ports/jobs.js';
import { PsaBudgetError } from '../ports/psa-errors.js';
import { addPlannedListItems } from '../psa/fill-lists.js';
import { allEnded } from '../work/all-ended.js';
import { endOfFault, faultOf } from '../work/job-fault.js';
import { jobRecordOf, readJob } from '../work/read-job.js';
import type { RunResult } from '../work/run-result.js';
import { isSuspected, tryAlone, type TrialLane } from '../work/trials.js';
import type { ImportDependencies } from './batch.js';
import { asDryRun } from './dry-run/as-dry-run.js';
import { importBatch } from './import-batch.js';
import { endOfSingle } from './end-of-single.js';
import { rowOfJob } from './row-of-job.js';
import { mayBeRead, optOutsOfJob, unreadOptOuts } from './waiting-opt-outs.js';

/** One request's worth of tickets. */
const maxBatchRows = 100;
/** Milliseconds until a lead is brought again whose key is being worked on. */
const busyDelayMs = 50;
const staleDelayMs = 1_000;
/** Milliseconds until another lead of this process, which is tried alone, is through. */
const trialDelayMs = 1_000;

export interface SingleRun {
  readonly jobId: string;
  /** True for a repetition: it runs alone, so that one poisonous lead cannot fail others for ever. */
  readonly alone: boolean;
  readonly lastAttempt: boolean;
}

export interface SingleImportDependencies extends ImportDependencies {
  readonly runs: JobRuns;
  readonly trials: TrialLane;
  readonly importJobs: ImportJobs;
}

export interface SingleImports {
  /** Resolves when the job has come to its end, or has to wait; rejects when this attempt failed. */
  run(run: SingleRun): Promise<RunResult>;
}

interface Waiting {
  readonly run: SingleRun;
  /** Once it has begun. */
  begun: JobRun | null;
  /** Runs `work` in the trace and the request context of this job. */
  readonly inContext: (work: () => Promise<void>) => Promise<void>;
  readonly resolve: (result: RunResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Jobs that have begun, with what earlier runs have left of them. */
interface BegunImports {
  readonly jobs: readonly Job<'lead_import'>[];
  readonly earlier: Awaited<ReturnType<ImportJobs['singleRows']>>;
  readonly deps: SingleImportDependencies;
}

interface DecidedJob {
  readonly jobId: string;
  readonly outcome: RowOutcome;
}

/**
 * Single imports that wait together travel together: while batches are under way newcomers gather, and the next batch takes them all.
 * One that comes alone starts at once.
 */
export function createSingleImports(deps: SingleImportDependencies, batchesAtOnce: number): SingleImports {
  const waiting: Waiting[] = [];
  let batches = 0;

  function startBatches(): void {
    while (waiting.length > 0 && batches < batchesAtOnce) {
      batches += 1;
      const batch = takeBatch();
      const work = async (): Promise<void> => runBatch(batch);
      // What they do together counts for the one that has waited longest, and never for a batch that is over.
      void (batch[0]?.inContext(work) ?? work()).finally(() => {
        batches -= 1;
        startBatches();
      });
    }
  }

  function takeBatch(): Waiting[] {
    const alone = waiting[0]?.run.alone === true;
    const together = alone ? 1 : waiting.findIndex(({ run }) => run.alone);
    return waiting.splice(0, together < 0 ? maxBatchRows : Math.min(together, maxBatchRows));
  }

  async function runBatch(batch: readonly Waiting[]): Promise<void> {
    const byJob = new Map(batch.map((entry) => [entry.run.jobId, entry]));
    try {
      await importJobsTogether([...byJob.keys()], byJob);
    } catch (error) {
      await settleFault([...byJob.values()], error);
    }
  }

  /** Entries that are settled leave `byJob`. */
  async function importJobsTogether(jobIds: readonly string[], byJob: Map<string, Waiting>): Promise<void> {
    // Claims, and not the beginning, keep others from the rows: their reading need not wait for it.
    const [records, earlier] = await allEnded([
      deps.runs.begin(jobIds, isoTime(deps.clock.now())),
      deps.importJobs.singleRows(jobIds),
    ]);
    const active = new Set(records.map(({ jobId }) => jobId));
    records.forEach(({ jobId, run }) => {
      const entry = byJob.get(jobId);
      if (entry !== undefined) {
        entry.begun = run;
      }
    });
    for (const jobId of jobIds.filter((id) => !active.has(id))) {
      settle(byJob, jobId, { done: true });
    }
    const readable = records.filter((record) => rejectForeign(record, byJob));
    const jobs = readable.filter((record) => !isSuspected(record)).map(readSingle);
    // What is only looked at travels by itself, beside those that are written.
    const [dry, others] = [jobs.filter(({ input }) => isDryRun(input)), jobs.filter(isImported)];
    await importRowsOf({ jobs: dry, earlier, deps: asDryRun(deps) }, byJob);
    await importRowsOf({ jobs: others, earlier, deps }, byJob);
    for (const record of readable.filter(isSuspected)) {
      await importAlone(record, byJob);
    }
  }

  /** One that cannot be read fails by itself, and not those that travel with it. */
  function rejectForeign(record: BegunJob, byJob: Map<string, Waiting>): boolean {
    try {
      readSingle(record);
      return true;
    } catch (error) {
      take(byJob, record.jobId).forEach(({ reject }) => {
        reject(error);
      });
      return false;
    }
  }

  /** A job in the middle of which processes have ended: it fails where it was each time alone with it. */
  async function importAlone({ run, ...record }: BegunJob, byJob: Map<string, Waiting>): Promise<void> {
    const { jobId } = record;
    const result = await tryAlone(
      deps,
      { run, index: 0, subject: 'lead' },
      {
        work: async () => {
          const job = readSingle(record);
          const earlier = await deps.importJobs.singleRows([jobId]);
          await importRowsOf(
            { jobs: [job], earlier, deps: isDryRun(job.input) ? asDryRun(deps) : deps },
            byJob,
          );
        },
        setAside: async (fault) => {
          await giveUp(deps, jobId, fault);
          settle(byJob, jobId, { done: true });
        },
      },
    );
    if (result === 'busy') {
      settle(byJob, jobId, { done: false, continueAt: deps.clock.now() + trialDelayMs });
    }
  }

  /** Entries that are settled leave `byJob`. */
  async function importRowsOf(
    { jobs, earlier, deps: its }: BegunImports,
    byJob: Map<string, Waiting>,
  ): Promise<void> {
    if (jobs.length === 0) {
      return;
    }
    const rows = jobs
      .filter(({ jobId }) => (earlier.get(jobId)?.outcome ?? null) === null)
      .map((job) =>
        rowOfJob(deps, job, {
          index: 0,
          data: job.input.data,
          intent: earlier.get(job.jobId)?.intent ?? null,
          planned: job.input.planned ?? null,
        }),
      );
    const result = await importBatch(its, {
      rows,
      priority: jobCatalogue.lead_import.priority,
      upcoming: waiting.length,
      readsMirror: false,
      asksAhead: true,
      countsProgress: false,
      flushLists: true,
      onDecided: async (decided) =>
        finish(
          decided.map(({ row, outcome }) => ({ jobId: row.ref.jobId, outcome })),
          byJob,
        ),
      cleaning: { seen: null, stopAtFirstFailure: false },
    });
    const decidedBefore = jobs.flatMap(({ jobId }) => {
      const outcome = earlier.get(jobId)?.outcome ?? null;
      return outcome === null ? [] : [{ jobId, outcome }];
    });
    await addPlannedListItems(its, {
      jobIds: decidedBefore.map(({ jobId }) => jobId),
      priority: jobCatalogue.lead_import.priority,
      everything: true,
    });
    await finish(decidedBefore, byJob);
    for (const { row, fault } of result.faulty) {
      await settleFault(take(byJob, row.ref.jobId), fault);
    }
    if (result.deferred.length > 0) {
      const again = result.deferred.flatMap((row) => take(byJob, row.ref.jobId));
      // Others of this batch hold no key any more; only what another worker holds is worth a pause.
      if (result.decided.length === 0) {
        await sleep(busyDelayMs);
      }
      waiting.unshift(...again);
    }
  }

  async function finish(decided: readonly DecidedJob[], byJob: Map<string, Waiting>): Promise<void> {
    const at = isoTime(deps.clock.now());
    await deps.runs.finishMany(decided.map(({ jobId, outcome }) => endOfSingle(jobId, outcome, at)));
    for (const { jobId } of decided) {
      settle(byJob, jobId, { done: true });
    }
  }

  async function settleFault(entries: readonly Waiting[], error: unknown): Promise<void> {
    const now = deps.clock.now();
    for (const { run, begun, resolve, reject } of entries) {
      if (error instanceof PsaBudgetError) {
        resolve({ done: false, continueAt: error.retryAt, reason: 'psa_budget' });
      } else if (error instanceof StaleClaimError) {
        resolve({ done: false, continueAt: now + staleDelayMs });
      } else if (run.lastAttempt) {
        try {
          if (begun !== null && !(await deps.runs.isLatest(begun))) {
            // Another worker has begun the job meanwhile, and may bring it to a good end.
            resolve({ done: false, continueAt: now + staleDelayMs });
            continue;
          }
          await giveUp(deps, run.jobId, error);
        } catch (unrecorded) {
          reject(unrecorded);
          continue;
        }
        reject(error);
      } else {
        reject(error);
      }
    }
  }

  return {
    async run(run) {
      return await new Promise<RunResult>((resolve, reject) => {
        waiting.push({ run, begun: null, inContext: AsyncLocalStorage.snapshot(), resolve, reject });
        startBatches();
      });
    },
  };
}

/** The last attempt failed: the failure is counted, the operators are told, and the job ends. */
async function giveUp(worker: SingleImportDependencies, jobId: string, error: unknown): Promise<void> {
  const at = isoTime(worker.clock.now());
  const outcome = faultOf(error);
  const [record] = await worker.runs.begin([jobId], at);
  if (record === undefined) {
    return;
  }
  const job = readJob(jobRecordOf('lead_import', record));
  const deps = isDryRun(job.input) ? asDryRun(worker) : worker;
  await deps.store.record({
    fence: 0,
    countsProgress: false,
    at,
    rows: [
      {
        ref: { jobId, index: 0 },
        source: job.input.source,
        outcome,
      },
    ],
    leads: [],
    resumedCreations: [{ jobId, index: 0 }],
    listGroups: [],
    events: [],
    optOuts: mayBeRead(error) ? optOutsOfJob(deps, job, [job.input.data]) : [],
    errorLogEntries: [
      {
        level: 'error',
        message: mayBeRead(error) ? outcome.error : `${outcome.error}. ${unreadOptOuts}`,
        source: 'import',
        leadSource: job.input.source,
        errorCode: outcome.code,
        jobId,
        requestId: job.requestId,
      },
    ],
  });
  await deps.runs.finish(endOfFault(jobId, error, at));
}

function readSingle(record: JobRecord): Job<'lead_import'> {
  return readJob(jobRecordOf('lead_import', record));
}

function isImported({ input }: Job<'lead_import'>): boolean {
  return !isDryRun(input);
}

function take(byJob: Map<string, Waiting>, jobId: string): Waiting[] {
  const entry = byJob.get(jobId);
  byJob.delete(jobId);
  return entry === undefined ? [] : [entry];
}

function settle(byJob: Map<string, Waiting>, jobId: string, result: RunResult): void {
  take(byJob, jobId).forEach(({ resolve }) => {
    resolve(result);
  });
}
