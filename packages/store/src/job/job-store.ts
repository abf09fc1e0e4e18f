import { suppressionGate, unfinishedJobStatuses, type JobType } from '@leadbridge/contracts';
import { createGroupCommit } from '@leadbridge/platform';
import type {
  JobQuery,
  JobRecord,
  JobRow,
  JobRowQuery,
  JobStore,
  Page,
  PutBack,
  UndoOutcome,
} from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { areDuplicateKeys } from '../duplicate-key.js';
import { readPage } from '../read-page.js';
import { insertMissingRows } from './insert-rows.js';
import { newJobDocument, presentJob } from './job-documents.js';
import { jobModel, type JobDocument } from './job-model.js';
import { createJobCommits } from './job-commits.js';
import { createJobRetries } from './job-retries.js';
import { jobsOfLead } from './jobs-of-lead.js';
import { isOfUndo, jobRowModel, type JobRowDocument } from './job-row-model.js';
import { createJobUndos } from './job-undos.js';

const cancellableTypes: readonly JobType[] = ['bulk_import', 'undo_import'];

export function createJobStore(connection: Connection): JobStore {
  const jobs = jobModel(connection);
  const rows = jobRowModel(connection);
  // A job that is there already was stored by an earlier call; those beside it are stored all the same.
  const inserts = createGroupCommit<JobDocument>(async (documents) => {
    try {
      await collectionOf(jobs).insertMany(documents, { ordered: false });
    } catch (error) {
      if (!areDuplicateKeys(error)) {
        throw error;
      }
    }
  });

  return {
    ...createJobRetries(connection),
    ...createJobCommits(connection),
    ...createJobUndos(connection),

    async create(job) {
      await inserts.submit(newJobDocument(job));
    },

    async createWithRows(job, newRows) {
      await insertMissingRows(connection, job, newRows);
      await inserts.submit(newJobDocument(job));
    },

    async find(jobId) {
      const document = await jobs.findById(jobId).lean<JobDocument>();
      return document === null ? null : presentJob(document);
    },

    async list(query) {
      return await listJobs(query);
    },

    async rows(jobId, query) {
      return await listRows(jobId, query);
    },

    async *streamRows(jobId, filter = {}) {
      const cursor = rows
        .find({ jobId, ...(filter.status === undefined ? {} : { status: filter.status }) })
        .sort({ index: 1 })
        .select({ data: 0, intent: 0 })
        .lean<JobRowDocument>()
        .cursor({ batchSize: 500 });
      for await (const document of cursor) {
        yield presentRow(document);
      }
    },

    async requestCancel(jobId) {
      const changed = await jobs.updateOne(
        { _id: jobId, type: { $in: cancellableTypes }, status: { $in: unfinishedJobStatuses } },
        { $set: { cancelRequested: true } },
      );
      return changed.matchedCount === 1;
    },

    async countPutBack(at) {
      const counts = await jobs.aggregate<{ _id: PutBack['reason']; count: number }>([
        { $match: { 'putBack.until': { $gt: new Date(at) }, status: { $in: unfinishedJobStatuses } } },
        { $group: { _id: '$putBack.reason', count: { $sum: 1 } } },
      ]);
      return new Map(counts.map(({ _id, count }) => [_id, count]));
    },
  };

  async function listJobs(query: JobQuery): Promise<Page<JobRecord>> {
    const filter = await filterOf(query);
    const [{ documents, next }, total] = await Promise.all([
      readPage<JobDocument>(jobs.find(filter), { createdAt: -1, _id: -1 }, query),
      jobs.countDocuments(filter),
    ]);
    return { items: documents.map(presentJob), total, next };
  }

  async function filterOf(query: JobQuery): Promise<object> {
    const { type, status, parentJobId, source, requestedBy, leadId } = query;
    const equal = { type, status, parentJobId, 'input.source': source, 'actor.id': requestedBy };
    return {
      ...Object.fromEntries(Object.entries(equal).filter(([, value]) => value !== undefined)),
      ...(leadId === undefined ? {} : { $or: await jobsOfLead(connection, leadId) }),
    };
  }

  async function listRows(jobId: string, query: JobRowQuery): Promise<Page<JobRow>> {
    const filter = {
      jobId,
      ...(query.status === undefined ? {} : { status: query.status }),
      ...(query.result === undefined ? {} : { result: query.result }),
    };
    const [{ documents, next }, total] = await Promise.all([
      readPage<JobRowDocument>(rows.find(filter).select({ data: 0, intent: 0 }), { index: 1 }, query),
      rows.countDocuments(filter),
    ]);
    return { items: documents.map(presentRow), total, next };
  }
}

function presentRow(document: JobRowDocument): JobRow {
  const { outcome } = document;
  if (outcome === null) {
    return { index: document.index, status: document.status, outcome: null };
  }
  if (outcome.status === 'failed') {
    const { error, code, suggestion, plan, planned, current } = outcome;
    return {
      ...(plan === undefined ? {} : { plan }),
      ...(planned === undefined ? {} : { planned }),
      ...(current === undefined ? {} : { current }),
      index: document.index,
      status: 'failed',
      outcome: { error, code, ...(suggestion === undefined ? {} : { suggestion }) },
    };
  }
  if (isOfUndo(outcome)) {
    return { index: document.index, status: 'succeeded', outcome: presentUndo(outcome) };
  }
  return {
    ...(outcome.plan === undefined ? {} : { plan: outcome.plan }),
    index: document.index,
    status: 'succeeded',
    outcome: {
      lead_id: outcome.leadId,
      psa_ticket_id: outcome.psaTicketId,
      result: outcome.result,
      quality_score: outcome.qualityScore,
      actions_taken: outcome.actionsTaken,
      warnings: outcome.warnings,
      ...(outcome.reason === undefined ? {} : { reason: outcome.reason }),
      ...(outcome.suppressedBy === undefined ? {} : { suppressed_by: suppressionGate(outcome.suppressedBy) }),
      ...(outcome.suppressionId === undefined ? {} : { suppression_id: outcome.suppressionId }),
      ...(outcome.fieldsUpdated === undefined ? {} : { fields_updated: outcome.fieldsUpdated }),
      ...(outcome.fieldsPreserved === undefined ? {} : { fields_preserved: outcome.fieldsPreserved }),
      ...(outcome.manualWorkDetected === undefined
        ? {}
        : { manual_work_detected: outcome.manualWorkDetected }),
    },
  };
}

function presentUndo(outcome: UndoOutcome): NonNullable<JobRow['outcome']> {
  const { leadId, psaTicketId, result, fieldsRestored, fieldsKept, reason } = outcome;
  return {
    lead_id: leadId,
    psa_ticket_id: psaTicketId,
    result,
    ...(fieldsRestored === undefined ? {} : { fields_restored: fieldsRestored }),
    ...(fieldsKept === undefined ? {} : { fields_kept: fieldsKept }),
    ...(reason === undefined ? {} : { reason }),
  };
}
