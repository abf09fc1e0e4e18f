import type { UndoResult } from '@leadbridge/contracts';
import type { LeadStatus } from '@leadbridge/domain';
import {
  StaleClaimError,
  type ImportedRow,
  type LaterRow,
  type UndoLead,
  type UndoStore,
} from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { distinctValues } from '../distinct-values.js';
import { callModel } from '../call/call-model.js';
import { createClaims } from '../import/claims.js';
import { collectionOf } from '../collection-of.js';
import { anyJobIsOver } from '../job/any-job-is-over.js';
import { findSingleRows, type FoundRow } from '../job/single-rows.js';
import { sourcesOfJobs } from '../job/sources-of-jobs.js';
import {
  jobRowModel,
  outcomeOfImport,
  rowId,
  rowNumberOf,
  type JobRowDocument,
} from '../job/job-row-model.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { listGroupModel, type ListGroupDocument } from '../list-group/list-group-model.js';
import { insertErrorLogEntries } from '../error-log/insert-error-log-entries.js';
import { recordUndo } from './record-undo.js';

const changedResults = ['created', 'updated'];

export function createUndoStore(connection: Connection): UndoStore {
  const rows = jobRowModel(connection);
  const listGroups = listGroupModel(connection);

  return {
    ...createClaims(connection),
    ...createUndoRows(connection),
    ...createUndoneLeads(connection),
    saveErrorLogEntries: async (errorLogEntries) =>
      insertErrorLogEntries(connection, errorLogEntries, new Date()),

    async importedRows(jobId, indexes) {
      const [ofBulk, single] = await Promise.all([
        rows
          .find({ _id: { $in: indexes.map((index) => rowId(jobId, index)) } })
          .select({ data: 0 })
          .lean<JobRowDocument[]>(),
        findSingleRows(connection, { _id: jobId }),
      ]);
      return new Map([...ofBulk, ...single].map((document) => [document.index, importedRow(document)]));
    },

    async listedTickets(jobId) {
      const [groups, filled] = await Promise.all([
        listGroups
          .find({ jobId, ofOptOuts: false, state: { $in: ['attempted', 'added'] } })
          .lean<ListGroupDocument[]>(),
        findSingleRows(connection, { _id: jobId, 'row.lists': { $exists: true } }),
      ]);
      const ofRows = filled.flatMap((row) => {
        const outcome = outcomeOfImport(row.outcome);
        const ticketId = outcome?.status === 'succeeded' ? outcome.psaTicketId : null;
        const ticketIds = ticketId === null ? [] : [ticketId];
        return (row.lists ?? []).map(({ listId, itemId }) => ({ listId, ticketIds, itemIds: [itemId] }));
      });
      const listed = new Map<number, Map<number, number | null>>();
      for (const { listId, ticketIds, itemIds } of [...groups, ...ofRows]) {
        const items = listed.get(listId) ?? new Map<number, number | null>();
        ticketIds.forEach((ticketId, index) => items.set(ticketId, itemIds?.[index] ?? null));
        listed.set(listId, items);
      }
      return listed;
    },

    record: async (record) => recordUndo(connection, record),

    async counts(jobId) {
      const groups = await rows.aggregate<{ _id: string; count: number }>([
        { $match: { jobId, status: 'succeeded' } },
        { $group: { _id: '$result', count: { $sum: 1 } } },
      ]);
      const of = (result: UndoResult): number => groups.find(({ _id }) => _id === result)?.count ?? 0;
      return { undone: of('undone'), kept: of('kept'), nothingToUndo: of('nothing_to_undo') };
    },
  };
}

function createUndoRows(connection: Connection) {
  const rows = jobRowModel(connection);
  const mark = async (jobId: string, indexes: readonly number[], marks: object): Promise<void> => {
    const ids = indexes.map((index) => rowId(jobId, index));
    await rows.updateMany({ _id: { $in: ids }, undo: { $exists: true } }, { $set: marks });
  };
  return {
    expectNotes: async (jobId, indexes) => mark(jobId, indexes, { 'undo.mayHaveNote': true }),
    markOffLists: async (jobId, indexes) => mark(jobId, indexes, { 'undo.isOffLists': true }),

    async pendingRows(jobId, from, limit) {
      const documents = await rows
        .find({ jobId, status: 'pending', index: { $gte: from } })
        .sort({ index: 1 })
        .limit(limit)
        .select({ index: 1, row: 1, undo: 1 })
        .lean<Pick<JobRowDocument, 'index' | 'row' | 'undo'>[]>();
      return documents.map(({ index, row, undo }) => ({
        index,
        row: rowNumberOf({ index, row }),
        intent: undo ?? null,
      }));
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
      // Checked after the write: whoever ends the job looks for intents after marking it as cancelled.
      if (await anyJobIsOver(connection, [jobId])) {
        await rows.updateMany(
          { _id: { $in: intents.map(({ index }) => rowId(jobId, index)) }, status: 'pending' },
          { $unset: { undo: 1 } },
        );
        throw new StaleClaimError('The undo has ended, or is to be cancelled');
      }
    },
  } satisfies Partial<UndoStore>;
}

function createUndoneLeads(connection: Connection): Pick<UndoStore, 'leads' | 'importsOf'> {
  const rows = jobRowModel(connection);
  const leads = leadModel(connection);
  const calls = callModel(connection);

  return {
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
      const sharing = await distinctValues<number>(leads, '_id', { psaTicketId: { $in: ticketIds } });
      const leadIds = [...new Set([...of.map(({ leadId }) => leadId), ...sharing])];
      const [ofBulks, singles] = await Promise.all([
        rows
          .find({
            'outcome.leadId': { $in: leadIds },
            result: { $in: changedResults },
            $or: [{ undoneBy: null }, { 'outcome.manualWorkDetected': true }],
            fence: { $ne: null },
          })
          .select({ data: 0 })
          .lean<JobRowDocument[]>(),
        findSingleRows(connection, {
          'result.lead_id': { $in: leadIds },
          'row.result': { $in: changedResults },
          $or: [{ 'row.undoneBy': null }, { 'row.outcome.manualWorkDetected': true }],
          'row.fence': { $ne: null },
        }),
      ]);
      const documents = [...ofBulks, ...singles].sort((one, other) => (one.fence ?? 0) - (other.fence ?? 0));
      const sources = await sourcesOfJobs(
        connection,
        documents.map(({ jobId }) => jobId),
      );
      return documents.flatMap((document) => laterRow(document, sources.get(document.jobId) ?? ''));
    },
  };
}

function importedRow({ index, outcome, intent, fence, decidedAt, undoneBy }: FoundRow): ImportedRow {
  return {
    index,
    outcome: outcomeOfImport(outcome),
    intent,
    fence: fence ?? null,
    decidedAt: decidedAt?.toISOString() ?? null,
    undoneBy: undoneBy ?? null,
  };
}

function laterRow(document: FoundRow, source: string): LaterRow[] {
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
      isUndone: (document.undoneBy ?? null) !== null,
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
