import { cancelledCode, setAsideCode } from '@leadbridge/contracts';
import { StaleClaimError, type ImportIntent, type ImportJobs } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { creationModel, findCreations } from './creation-model.js';
import { emptyFact } from '../event/import-fact.js';
import { insertEvents } from '../event/insert-events.js';
import { jobRetentionSeconds, rowRetentionSeconds } from '../retention.js';
import { jobModel } from '../job/job-model.js';
import { rowNumberOf, jobRowModel, outcomeOfImport, type JobRowDocument } from '../job/job-row-model.js';

/** For a job that does not outlive its rows: their retention starts at its creation, its own at its end. */
const maxJobMsWithinRows = (rowRetentionSeconds - jobRetentionSeconds) * 1_000;

export function createImportJobs(connection: Connection): ImportJobs {
  const rows = jobRowModel(connection);
  return {
    ...createRowEnds(connection),

    async pendingRows(jobId, from, limit) {
      const documents = await rows
        .find({ jobId, status: 'pending', index: { $gte: from } })
        .sort({ index: 1 })
        .limit(limit)
        .lean<JobRowDocument[]>();
      const intentOf = await intentsOf(connection, [jobId]);
      return documents.map((row) => ({
        index: row.index,
        row: rowNumberOf(row),
        data: row.data,
        intent: intentOf(row),
        planned: row.planned ?? null,
      }));
    },

    async lastDecided(jobId) {
      const last = await rows
        .findOne({ jobId, status: { $ne: 'pending' } })
        .sort({ index: -1 })
        .select({ index: 1 })
        .lean<Pick<JobRowDocument, 'index'>>();
      return last?.index ?? null;
    },

    async *rowsBefore(jobId, index) {
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
    },
  };
}

function createRowEnds(connection: Connection): Pick<ImportJobs, 'failPendingRows' | 'keepRows'> {
  const rows = jobRowModel(connection);
  const jobs = jobModel(connection);
  const creations = creationModel(connection);

  return {
    async failPendingRows(jobId, outcome, { at, tried }, run) {
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
    },

    async keepRows({ jobId, createdAt }, at) {
      if (Date.parse(at) - Date.parse(createdAt) > maxJobMsWithinRows) {
        await rows.updateMany({ jobId }, { $set: { createdAt: new Date(at) } });
      }
    },
  };
}

/** The intent of an update is in its row; that of a creation is in the document of its batch. */
async function intentsOf(
  connection: Connection,
  jobIds: readonly string[],
): Promise<(row: Pick<JobRowDocument, '_id' | 'intent'>) => ImportIntent | null> {
  const creations = await findCreations(connection, jobIds);
  return ({ _id, intent }) => intent ?? creations.get(_id) ?? null;
}
