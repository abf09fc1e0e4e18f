import type { JobType, PlannedOutcome } from '@leadbridge/contracts';

import type { EarlierRow, ImportJobs } from '../ports/import-jobs.js';
import { StaleClaimError } from '../ports/import-store.js';
import type { JobEnd, JobRun, JobRuns } from '../ports/job-runs.js';
import type { JobProgress, JobQueue, JobRecord, JobStore } from '../ports/jobs.js';
import type { RowOutcome, UndoOutcome } from '../ports/row-outcome.js';
import { refText, type MemoryImportStore } from './memory-import-store.js';

/** Where the outcomes of rows in memory are stored: of imports, or of undos. */
export type MemoryRows = Pick<MemoryImportStore, 'intents' | 'endedJobs'> & {
  /** Ends that were recorded together with outcomes. */
  readonly ends?: Map<string, JobEnd>;
  readonly outcomes: Map<string, RowOutcome | UndoOutcome>;
};

interface MemoryRow {
  readonly index: number;
  readonly row: number;
  readonly data: unknown;
  readonly planned: PlannedOutcome | null;
}

interface MemoryJob {
  record: JobRecord;
  readonly rows: readonly MemoryRow[];
  lostRuns: number;
  /** The token of the last run; null once the job has ended. */
  latest: string | null;
}

export interface MemoryJobGiven extends Partial<JobRecord> {
  readonly rows?: readonly { readonly data: unknown; readonly planned?: PlannedOutcome }[];
  readonly lostRuns?: number;
}

/** Jobs in memory, with the outcomes of their rows in `store`. */
export function createMemoryJobs(store: MemoryRows) {
  const jobs = new Map<string, MemoryJob>();
  const ends = store.ends ?? new Map<string, JobEnd>();
  /** By row: the number of its trials that have not ended. */
  const openTrials = new Map<string, number>();
  const kept = new Set<string>();
  /** The ids of the jobs that were enqueued, in order. */
  const enqueued: string[] = [];
  let lastToken = 0;

  const rowsOf = (jobId: string): readonly MemoryRow[] => jobs.get(jobId)?.rows ?? [];
  const outcomeOf = (jobId: string, index: number) => store.outcomes.get(refText({ jobId, index })) ?? null;
  const importedOutcomeOf = (jobId: string, index: number): RowOutcome | null => {
    const outcome = outcomeOf(jobId, index);
    return outcome === null || outcome.status === 'failed' || 'qualityScore' in outcome ? outcome : null;
  };
  const isLatest = ({ jobId, token }: JobRun): boolean =>
    !ends.has(jobId) && jobs.get(jobId)?.latest === token;

  function change(jobId: string, changes: Partial<JobRecord>): void {
    const job = jobs.get(jobId);
    if (job !== undefined) {
      job.record = { ...job.record, ...changes };
    }
  }

  function finish(end: JobEnd): void {
    const job = jobs.get(end.jobId);
    if (job !== undefined && job.latest !== null && !ends.has(end.jobId)) {
      ends.set(end.jobId, end);
      change(end.jobId, { status: end.status, result: end.result, error: end.error });
      job.latest = null;
      store.endedJobs.add(end.jobId);
    }
  }

  const runs: JobRuns = {
    begin: async (jobIds, at) =>
      jobIds.flatMap((jobId) => {
        const job = jobs.get(jobId);
        if (job === undefined || ends.has(jobId)) {
          return [];
        }
        lastToken += 1;
        job.latest = `token ${lastToken}`;
        const earlier = {
          intent: store.intents.get(refText({ jobId, index: 0 })) ?? null,
          outcome: importedOutcomeOf(jobId, 0),
        };
        job.record = { ...job.record, status: 'active', startedAt: job.record.startedAt ?? at };
        const run = { jobId, token: job.latest };
        return [{ ...job.record, run, lostRuns: job.lostRuns, earlier }];
      }),
    isLatest: async (run) => isLatest(run),
    finish: async (end) => finish(end),
    finishMany: async (many) => many.forEach(finish),
    progress: async (jobId) => progressOf(rowsOf(jobId).map(({ index }) => outcomeOf(jobId, index))),
    // Takes a moment, as the query does: what begins beside it may stop what follows.
    isCancelRequested: async (jobId) => Promise.resolve(jobs.get(jobId)?.record.cancelRequested === true),
    note: async (jobId, found) => (ends.has(jobId) ? undefined : change(jobId, found)),
    async beginTrial(run, index) {
      if (!isLatest(run)) {
        throw new StaleClaimError('Another run has begun');
      }
      const key = refText({ jobId: run.jobId, index });
      const lost = openTrials.get(key) ?? 0;
      openTrials.set(key, lost + 1);
      return lost;
    },
    endTrial: async ({ jobId }, index) => {
      openTrials.delete(refText({ jobId, index }));
    },
    putBack: async (jobId, wait) => change(jobId, wait === null ? {} : { putBack: wait }),
    unfinished: async () =>
      [...jobs.values()].map(({ record }) => record).filter(({ jobId }) => !ends.has(jobId)),
  };

  async function* rowsBefore(jobId: string, index: number): AsyncGenerator<EarlierRow> {
    for (const row of rowsOf(jobId).filter((each) => each.index < index)) {
      const outcome = importedOutcomeOf(jobId, row.index);
      yield { ...row, isPending: outcome === null, plan: outcome?.plan ?? null };
    }
  }

  const importJobs: ImportJobs = {
    pendingRows: async (jobId, from, limit) =>
      rowsOf(jobId)
        .filter(({ index }) => index >= from && outcomeOf(jobId, index) === null)
        .slice(0, limit)
        .map((row) => ({
          ...row,
          intent: store.intents.get(refText({ jobId, index: row.index })) ?? null,
        })),
    lastDecided: async (jobId) =>
      rowsOf(jobId).reduce<number | null>(
        (last, { index }) => (outcomeOf(jobId, index) === null ? last : Math.max(last ?? 0, index)),
        null,
      ),
    rowsBefore,
    async failPendingRows(jobId, outcome, _end, run) {
      if (run !== undefined && !isLatest(run)) {
        throw new StaleClaimError('Another run has begun');
      }
      const pending = rowsOf(jobId).filter(({ index }) => outcomeOf(jobId, index) === null);
      pending.forEach(({ index }) => store.outcomes.set(refText({ jobId, index }), outcome));
      return pending.length;
    },
    keepRows: async ({ jobId }) => void kept.add(jobId),
  };

  /**
   * Adds a job that is ready to run; a bulk import with its rows, a single import with its lead as row 0.
   *
   * @returns its id
   */
  function add(
    type: JobType,
    input: Readonly<Record<string, unknown>>,
    { rows = [{ data: input.data }], lostRuns = 0, ...changes }: MemoryJobGiven = {},
  ): string {
    const jobId = changes.jobId ?? `job_a${jobs.size + 1}`;
    const numbered = rows.map(({ data, planned = null }, index) => ({
      index,
      row: index + 1,
      data,
      planned,
    }));
    const record = { ...usualRecord, ...changes, jobId, type, input };
    jobs.set(jobId, { record, rows: numbered, lostRuns, latest: null });
    return jobId;
  }

  const recordOf = (jobId: string): JobRecord | null => jobs.get(jobId)?.record ?? null;
  const stored: Pick<JobStore, 'create' | 'find'> = {
    async create({ jobId, type, input, actor }) {
      if (!jobs.has(jobId)) {
        add(type, { ...input }, { jobId, actor });
      }
    },
    find: async (jobId) => recordOf(jobId),
  };
  const queue: Pick<JobQueue, 'enqueue'> = {
    async enqueue({ jobId }) {
      enqueued.push(jobId);
    },
  };

  return {
    ...{ runs, importJobs, stored, queue, enqueued, ends, openTrials, kept, rowsOf, add, recordOf },
    requestCancel(jobId: string): void {
      change(jobId, { cancelRequested: true });
    },
  };
}

const usualRecord: Omit<JobRecord, 'jobId' | 'type' | 'input'> = {
  status: 'queued',
  requestId: 'req_1',
  actor: { id: 'key_1', name: 'Example' },
  progress: { total: 1, processed: 0, successful: 0, failed: 0 },
  result: null,
  error: null,
  parentJobId: null,
  cancelRequested: false,
  createdAt: '2026-01-31T08:59:00.000Z',
  startedAt: null,
  finishedAt: null,
};

function progressOf(outcomes: readonly ({ readonly status: string } | null)[]): JobProgress {
  const count = (status: string): number => outcomes.filter((outcome) => outcome?.status === status).length;
  const [successful, failed] = [count('succeeded'), count('failed')];
  return { total: outcomes.length, processed: successful + failed, successful, failed };
}
