import { StaleClaimError, type BatchRecord, type LeadWrite, type RowOutcome } from '@leadbridge/usecases';
import { mongo, type AnyBulkWriteOperation, type Connection } from 'mongoose';

import { eventDocuments } from '../event/event-documents.js';
import { eventModel } from '../event/event-model.js';
import { jobModel } from '../job/job-model.js';
import { jobRowModel, rowId, type JobRowDocument } from '../job/job-row-model.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { noticeDocuments } from '../notice/notice-documents.js';
import { noticeModel } from '../notice/notice-model.js';
import { createWriteOptOuts } from '../suppression/write-opt-outs.js';
import { spreadToNewLeads } from '../suppression/spread-opt-out.js';
import { importFactModel, type ImportFactDocument } from './import-fact-model.js';
import { listAdditionModel } from './list-addition-model.js';

const duplicateKey = 11_000;

/** Writes everything that a batch has to remember, or nothing. */
export function createRecordBatch(connection: Connection): (batch: BatchRecord) => Promise<void> {
  const leads = leadModel(connection).collection;
  const rows = jobRowModel(connection).collection;
  const jobs = jobModel(connection).collection;
  const additions = listAdditionModel(connection).collection;
  const events = eventModel(connection).collection;
  const notices = noticeModel(connection).collection;
  const facts = importFactModel(connection).collection;
  const writeOptOuts = createWriteOptOuts(connection);

  // Transactions that count on one job's record would abort each other; of one process they come one after another.
  let counting: Promise<unknown> = Promise.resolve();

  return async (batch) => {
    if (!batch.countsProgress) {
      await write(batch);
      return;
    }
    const turn = counting.then(async () => write(batch));
    counting = turn.catch(() => undefined);
    await turn;
  };

  async function write(batch: BatchRecord): Promise<void> {
    const at = new Date(batch.at);
    try {
      await connection.transaction(async (session) => {
        if (batch.leads.length > 0) {
          const written = await leads.bulkWrite(
            batch.leads.map((lead) => leadUpsert(lead, batch.fence, at) as never),
            { session, ordered: false },
          );
          const created = Object.keys(written.upsertedIds).flatMap(
            (index) => batch.leads[Number(index)]?.key ?? [],
          );
          await spreadToNewLeads(connection, created, session);
        }
        await writeOptOuts(batch.optOuts ?? [], session);
        if (batch.rows.length > 0) {
          await rows.bulkWrite(
            batch.rows.map(({ ref, outcome }) => rowUpsert(ref.jobId, ref.index, outcome, at) as never),
            { session, ordered: false },
          );
          await facts.insertMany(importFacts(batch, at), { session });
        }
        if (batch.countsProgress) {
          await jobs.bulkWrite(
            progressUpdates(batch).map((update) => update as never),
            { session },
          );
        }
        if (batch.listAdditions.length > 0) {
          await additions.bulkWrite(
            batch.listAdditions.map(({ listId, ticketId, jobId }) => ({
              updateOne: {
                filter: { _id: `${listId}:${ticketId}` as never },
                update: { $setOnInsert: { listId, ticketId, jobId, state: 'planned', updatedAt: at } },
                upsert: true,
              },
            })),
            { session, ordered: false },
          );
        }
        if (batch.events.length > 0) {
          await events.insertMany(eventDocuments(batch.events, at) as never[], { session });
        }
        if (batch.notices.length > 0) {
          await notices.insertMany(noticeDocuments(batch.notices, at) as never[], { session });
        }
      });
    } catch (error) {
      if (error instanceof mongo.MongoServerError && error.code === duplicateKey) {
        throw new StaleClaimError('Another worker has recorded this work', { cause: error });
      }
      throw error;
    }
  }
}

/** A record under a higher fence does not match, so that the upsert collides with its key. */
function leadUpsert(write: LeadWrite, fence: number, at: Date): AnyBulkWriteOperation<LeadDocument> {
  return {
    updateOne: {
      filter: { key: write.key, fence: { $lte: fence } },
      update: {
        $set: {
          psaTicketId: write.psaTicketId,
          ...(write.psaClientId === null ? {} : { psaClientId: write.psaClientId }),
          ...(write.psaSiteId === null ? {} : { psaSiteId: write.psaSiteId }),
          ...(write.psaUserId === null ? {} : { psaUserId: write.psaUserId }),
          source: write.source,
          [`sources.${write.source}`]: write.sourceData,
          lead: write.merged,
          provenance: write.provenance,
          qualityScore: write.qualityScore,
          ...(write.merged.doNotContact ? { doNotContact: true } : {}),
          fence,
          updatedAt: at,
        },
        $setOnInsert: {
          _id: write.leadId,
          status: write.status,
          createdSource: write.source,
          ...(write.merged.doNotContact ? {} : { doNotContact: false }),
          history: [{ from: null, to: write.status, at, by: 'import', reason: null }],
          prospectId: null,
          createdAt: at,
        },
      },
      upsert: true,
    },
  };
}

/** A row that has an outcome does not match, so that the upsert collides with its id: every row is decided once. */
function rowUpsert(
  jobId: string,
  index: number,
  outcome: RowOutcome,
  at: Date,
): AnyBulkWriteOperation<JobRowDocument> {
  return {
    updateOne: {
      filter: { _id: rowId(jobId, index), status: 'pending' },
      update: {
        $set: {
          status: outcome.status,
          outcome,
          result: outcome.status === 'succeeded' ? outcome.result : outcome.code,
        },
        $setOnInsert: { jobId, index, intent: null, createdAt: at },
      },
      upsert: true,
    },
  };
}

function importFacts(batch: BatchRecord, at: Date): ImportFactDocument[] {
  const bySource = new Map<string, ImportFactDocument>();
  for (const { source, outcome } of batch.rows) {
    const fact = bySource.get(source) ?? {
      at,
      source,
      created: 0,
      updated: 0,
      skipped: 0,
      preserved: 0,
      failed: 0,
    };
    fact[outcome.status === 'succeeded' ? outcome.result : 'failed'] += 1;
    bySource.set(source, fact);
  }
  return [...bySource.values()];
}

function progressUpdates(batch: BatchRecord): object[] {
  const byJob = new Map<string, { successful: number; failed: number }>();
  for (const { ref, outcome } of batch.rows) {
    const counts = byJob.get(ref.jobId) ?? { successful: 0, failed: 0 };
    counts[outcome.status === 'succeeded' ? 'successful' : 'failed'] += 1;
    byJob.set(ref.jobId, counts);
  }
  return [...byJob].map(([jobId, { successful, failed }]) => ({
    updateOne: {
      filter: { _id: jobId },
      update: {
        $inc: {
          'progress.processed': successful + failed,
          'progress.successful': successful,
          'progress.failed': failed,
        },
      },
    },
  }));
}
