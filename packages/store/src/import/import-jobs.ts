import { cancelledCode, setAsideCode } from '@leadbridge/contracts';
import {
  StaleClaimError,
  type ImportIntent,
  type ImportJobs,
  type PendingRow,
  type EarlierRow,
  type FailedOutcome,
  type JobRun,
} from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { creationModel, findCreations } from './creation-model.js';
import { emptyFact } from '../event/import-fact.js';
import { insertEvents } from '../event/insert-events.js';
import { jobRetentionSeconds, rowRetentionSeconds } from '../retention.js';
import { jobModel } from '../job/job-model.js';
import { rowNumberOf, jobRowModel, outcomeOfImport, type JobRowDocument } from '../job/job-row-model.js';

/**
 * The maximum duration in milliseconds of a job that does not outlive its rows: their retention starts at its
 * creation, its own at its end.
 */
const maxJobMsWithinRows = (rowRetentionSeconds - jobRetentionSeconds) * 1_000;

interface ImportJobModels {
  readonly connection: Connection;
  readonly rows: ReturnType<typeof jobRowModel>;
  readonly jobs: ReturnType<typeof jobModel>;
  readonly creations: ReturnType<typeof creationModel>;
}

export function createImportJobs(connection: Connection): ImportJobs {
  const models: ImportJobModels = {
    connection,
    rows: jobRowModel(connection),
    jobs: jobModel(connection),
    creations: creationModel(connection),
  };

  return {
    pendingRows: async (jobId, from, limit) => pendingRows(models, jobId, from, limit),
    lastDecided: async (jobId) => lastDecided(models, jobId),
    rowsBefore: (jobId, index) => rowsBefore(models, jobId, index),
    failPendingRows: async (jobId, outcome, end, run) => failPendingRows(models, jobId, outcome, end, run),
    keepRows: async (job, at) => keepRows(models, job, at),
  };
}

async function pendingRows(
  models: ImportJobModels,
  jobId: string,
  from: number,
  limit: number,
): Promise<readonly PendingRow[]> {
  const documents = await models.rows
    .find({ jobId, status: 'pending', index: { $gte: from } })
    .sort({ index: 1 })
    .limit(limit)
    .lean<JobRowDocument[]>();
  const intentOf = await intentsOf(models, [jobId]);
  return documents.map((row) => ({
    index: row.index,
    row: rowNumberOf(row),
    data: row.data,
    intent: intentOf(row),
    planned: row.planned ?? null,
  }));
}

async function lastDecided({ rows }: ImportJobModels, jobId: string): Promise<number | null> {
  const last = await rows
    .findOne({ jobId, status: { $ne: 'pending' } })
    .sort({ index: -1 })
    .select({ index: 1 })
    .lean<Pick<JobRowDocument, 'index'>>();
  return last?.index ?? null;
}

async function* rowsBefore(
  { rows }: ImportJobModels,
  jobId: string,
  index: number,
): AsyncIterable<EarlierRow> {
  const cursor = rows
    .find({ jobId, index: { $lt: index }, result: { $ne: setAsideCode } })
    .sort({ index: 1 })
    .select({ index: 1, row: 1, data: 1, status: 1, 'outcome.plan': 1 })
    .lean<Pick<JobRowDocument, 'index' | 'row' | 'data' | 'status' | 'outcome'>>()
    .cursor({ batchSize: 500 });
  for await (const { index: at, row, data, status, outcome } of cursor) {
    const isPending = status === 'pending';
    yield {
      index: at,
      row: rowNumberOf({ index: at, row }),
      data,
      isPending,
      plan: outcomeOfImport(outcome)?.plan ?? null,
    };
  }
}

async function failPendingRows(
  { connection, rows, creations, jobs }: ImportJobModels,
  jobId: string,
  outcome: FailedOutcome,
  { at, tried }: { readonly at: string; readonly tried: boolean },
  run?: JobRun,
): Promise<number> {
  let failed = 0;
  await connection.transaction(async (session) => {
    const changed = await rows.updateMany(
      { jobId, status: 'pending' },
      { $set: { status: 'failed', outcome, result: outcome.code } },
      { session },
    );
    failed = changed.modifiedCount;
    // Only a bulk import has its intents in separate documents; no row waits any more.
    await creations.deleteMany({ jobIds: jobId }, { session });
    const job = await jobs.findOneAndUpdate(
      { _id: jobId, ...(run === undefined ? {} : { run: run.token }) },
      {
        $inc:
          outcome.code === cancelledCode
            ? { 'progress.notProcessed': failed }
            : { 'progress.processed': failed, 'progress.failed': failed },
      },
      { session },
    );
    if (job === null && run !== undefined) {
      throw new StaleClaimError('Another worker has taken over the job');
    }
    if (tried && failed > 0 && job !== null) {
      const time = new Date(at);
      const fact = { ...emptyFact(time, String(job.input['source'])), failed };
      await insertEvents(connection, [], time, session, { facts: [fact] });
    }
  });
  return failed;
}

async function keepRows(
  { rows }: ImportJobModels,
  { jobId, createdAt }: { readonly jobId: string; readonly createdAt: string },
  at: string,
): Promise<void> {
  if (Date.parse(at) - Date.parse(createdAt) > maxJobMsWithinRows) {
    await rows.updateMany({ jobId }, { $set: { createdAt: new Date(at) } });
  }
}

/** The intent of an update is in its row; that of a creation is in the document of its batch. */
async function intentsOf(
  { connection }: ImportJobModels,
  jobIds: readonly string[],
): Promise<(row: Pick<JobRowDocument, '_id' | 'intent'>) => ImportIntent | null> {
  const creations = await findCreations(connection, jobIds);
  return ({ _id, intent }) => intent ?? creations.get(_id) ?? null;
}
