import { unfinishedJobStatuses } from '@leadbridge/contracts';
import type { LeadStatus } from '@leadbridge/domain';
import {
  StaleClaimError,
  type ImportedRow,
  type LaterRow,
  type UndoCounts,
  type UndoLead,
  type UndoStore,
} from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { callModel } from '../call/call-model.js';
import { createClaims } from '../import/claims.js';
import { collectionOf } from '../collection-of.js';
import { jobModel } from '../job/job-model.js';
import { jobRowModel, outcomeOfImport, rowId, type JobRowDocument } from '../job/job-row-model.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { listGroupModel, type ListGroupDocument } from '../list-group/list-group-model.js';
import { insertErrorLogEntries } from '../notice/insert-error-log-entries.js';
import { createRecordUndo } from './record-undo.js';

const changedResults = ['created', 'updated'];

export function createUndoStore(connection: Connection): UndoStore {
  const rows = jobRowModel(connection);
  const jobs = jobModel(connection);
  const leads = leadModel(connection);
  const calls = callModel(connection);
  const listGroups = listGroupModel(connection);

  return {
    ...createClaims(connection),

    async saveErrorLogEntries(errorLogEntries) {
      await insertErrorLogEntries(connection, errorLogEntries, new Date());
    },

    async pendingRows(jobId, from, limit) {
      const documents = await rows
        .find({ jobId, status: 'pending', index: { $gte: from } })
        .sort({ index: 1 })
        .limit(limit)
        .select({ index: 1, undo: 1 })
        .lean<Pick<JobRowDocument, 'index' | 'undo'>[]>();
      return documents.map(({ index, undo }) => ({ index, intent: undo ?? null }));
    },

    async importedRows(jobId, indexes) {
      const documents = await rows
        .find({ _id: { $in: indexes.map((index) => rowId(jobId, index)) } })
        .select({ data: 0 })
        .lean<JobRowDocument[]>();
      return new Map(documents.map((document) => [document.index, importedRow(document)]));
    },

    async leads(leadIds) {
      const [documents, called] = await Promise.all([
        leads
          .find({ _id: { $in: [...leadIds] } })
          .select({ searchTerms: 0, personKeys: 0, provenance: 0 })
          .lean<LeadDocument[]>(),
        calls.aggregate<{ _id: number; at: Date }>([
          { $match: { leadId: { $in: [...leadIds] } } },
          { $group: { _id: '$leadId', at: { $max: '$createdAt' } } },
        ]),
      ]);
      const calledAt = new Map(called.map(({ _id, at }) => [_id, at.toISOString()]));
      return new Map(
        documents.map((document) => [document._id, undoLead(document, calledAt.get(document._id) ?? null)]),
      );
    },

    async importsOf(of) {
      const ticketIds = of.flatMap(({ psaTicketId }) => psaTicketId ?? []);
      const sharing = await leads.distinct('_id', { psaTicketId: { $in: ticketIds } });
      const leadIds = [...new Set([...of.map(({ leadId }) => leadId), ...sharing])];
      const documents = await rows
        .find({
          'outcome.leadId': { $in: leadIds },
          result: { $in: changedResults },
          undoneBy: null,
          fence: { $ne: null },
        })
        .sort({ fence: 1 })
        .select({ data: 0 })
        .lean<JobRowDocument[]>();
      const inputs = await jobs
        .find({ _id: { $in: [...new Set(documents.map(({ jobId }) => jobId))] } })
        .select({ 'input.source': 1 })
        .lean<{ _id: string; input: { source?: string } }[]>();
      const sources = new Map(inputs.map(({ _id, input }) => [_id, input.source ?? '']));
      return documents.flatMap((document) => laterRow(document, sources.get(document.jobId) ?? ''));
    },

    async listedTickets(jobId) {
      const documents = await listGroups
        .find({ jobId, ofOptOuts: false, state: { $in: ['attempted', 'added'] } })
        .lean<ListGroupDocument[]>();
      const listed = new Map<number, Set<number>>();
      for (const { listId, ticketIds } of documents) {
        listed.set(listId, new Set([...(listed.get(listId) ?? []), ...ticketIds]));
      }
      return listed;
    },

    async saveIntents(jobId, intents) {
      if (intents.length === 0) {
        return;
      }
      await collectionOf(rows).bulkWrite(
        intents.map(({ index, intent }) => ({
          updateOne: {
            filter: { _id: rowId(jobId, index), status: 'pending' },
            update: { $set: { undo: intent } },
          },
        })),
        { ordered: false },
      );
      // Asked behind the writing: whoever ends the job looks for intents behind the moment at which it was to be cancelled.
      const isOver = { $or: [{ cancelRequested: true }, { status: { $nin: [...unfinishedJobStatuses] } }] };
      if ((await jobs.exists({ _id: jobId, ...isOver })) !== null) {
        await rows.updateMany(
          { _id: { $in: intents.map(({ index }) => rowId(jobId, index)) }, status: 'pending' },
          { $unset: { undo: 1 } },
        );
        throw new StaleClaimError('The undo has ended, or is to be cancelled');
      }
    },

    record: createRecordUndo(connection),

    async counts(jobId) {
      const groups = await rows.aggregate<{ _id: string; count: number }>([
        { $match: { jobId, status: 'succeeded' } },
        { $group: { _id: '$result', count: { $sum: 1 } } },
      ]);
      const of = (result: keyof UndoCounts): number => groups.find(({ _id }) => _id === result)?.count ?? 0;
      return { undone: of('undone'), kept: of('kept'), nothing_to_undo: of('nothing_to_undo') };
    },
  };
}

function importedRow({ index, outcome, intent, fence, decidedAt, undoneBy }: JobRowDocument): ImportedRow {
  return {
    index,
    outcome: outcomeOfImport(outcome),
    intent,
    fence: fence ?? null,
    decidedAt: decidedAt?.toISOString() ?? null,
    undoneBy: undoneBy ?? null,
  };
}

function laterRow(document: JobRowDocument, source: string): LaterRow[] {
  const { _id, jobId, intent, fence } = document;
  const outcome = outcomeOfImport(document.outcome);
  // A dry run has changed nothing.
  if (
    outcome?.status !== 'succeeded' ||
    outcome.plan !== undefined ||
    outcome.leadId === null ||
    fence === undefined
  ) {
    return [];
  }
  return [
    {
      rowId: _id,
      jobId,
      leadId: outcome.leadId,
      psaTicketId: outcome.psaTicketId,
      fence,
      source,
      manualWorkDetected: outcome.manualWorkDetected === true,
      before: intent?.kind === 'update' ? (intent.before ?? null) : null,
    },
  ];
}

function undoLead(document: LeadDocument, calledAt: string | null): UndoLead {
  const { history } = document;
  const irregular = document.irregularChanges?.at(-1);
  return {
    leadId: document._id,
    key: document.key,
    psaTicketId: document.psaTicketId,
    psaUserId: document.psaUserId,
    status: document.status as LeadStatus,
    createdSource: document.createdSource,
    lead: document.lead,
    sources: document.sources,
    doNotContact: document.doNotContact,
    prospectId: document.prospectId,
    statusAt: (history.at(-1)?.at ?? document.createdAt).toISOString(),
    irregular: irregular === undefined ? null : { at: irregular.at.toISOString(), to: irregular.to },
    calledAt,
  };
}
