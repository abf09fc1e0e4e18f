import { unfinishedJobStatuses } from '@leadbridge/contracts';
import { searchTerms } from '@leadbridge/domain';
import {
  StaleClaimError,
  type NewTimelineEntry,
  type UndoneLead,
  type UndoRecord,
} from '@leadbridge/usecases';
import type { ClientSession, Connection, mongo } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { emptyFact, type ImportFact } from '../event/import-fact.js';
import { insertEvents } from '../event/insert-events.js';
import { jobModel } from '../job/job-model.js';
import { jobRowModel, progressOf, resultOf, rowId } from '../job/job-row-model.js';
import { jobIdOfSingle } from '../job/single-rows.js';
import { packOrigins } from '../lead/field-origins.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { dated } from '../times-of.js';
import { transitionModel } from '../lifecycle/transition-model.js';
import { insertErrorLogEntries } from '../error-log/insert-error-log-entries.js';

/** Every row is decided and counted once. */
async function endRows(
  connection: Connection,
  { jobId, rows: decided, at }: UndoRecord,
  session: ClientSession,
): Promise<void> {
  const { matchedCount } = await collectionOf(jobRowModel(connection)).bulkWrite(
    decided.map(({ index, outcome }) => ({
      updateOne: {
        filter: { _id: rowId(jobId, index), status: 'pending' as const },
        update: {
          $set: {
            ...{ status: outcome.status, outcome, result: resultOf(outcome) },
            decidedAt: new Date(at),
          },
        },
      },
    })),
    { session },
  );
  const counted = await collectionOf(jobModel(connection)).updateOne(
    { _id: jobId, status: { $in: [...unfinishedJobStatuses] } },
    { $inc: progressOf(decided.map(({ outcome }) => outcome)) },
    { session },
  );
  if (matchedCount < decided.length || counted.matchedCount === 0) {
    throw new StaleClaimError('Another worker has recorded this work');
  }
}

/** Undone rows are not undone again; the states that later imports found are corrected. */
async function markImport(
  connection: Connection,
  { jobId, parentJobId, isDryRun, rows: decided, patches }: UndoRecord,
  session: ClientSession,
): Promise<void> {
  const rows = collectionOf(jobRowModel(connection));
  const jobs = collectionOf(jobModel(connection));
  const undone = isDryRun
    ? []
    : decided.filter(({ outcome }) => outcome.status === 'succeeded' && outcome.result === 'undone');
  if (undone.length > 0) {
    const ids = undone.map(({ index }) => rowId(parentJobId, index));
    await rows.updateMany({ _id: { $in: ids } }, { $set: { undoneBy: jobId } }, { session });
    const single = { _id: parentJobId, 'row.outcome': { $exists: true } };
    await jobs.updateOne(single, { $set: { 'row.undoneBy': jobId } }, { session });
  }
  if (patches.length > 0) {
    await rows.bulkWrite(
      patches.map((patch) => ({
        updateOne: {
          filter: { _id: patch.rowId, 'intent.kind': 'update' },
          update: { $set: { 'intent.before': patch.before } },
        },
      })),
      { session },
    );
    await jobs.bulkWrite(
      patches.map((patch) => ({
        updateOne: {
          filter: { _id: jobIdOfSingle(patch.rowId), 'row.intent.kind': 'update' },
          update: { $set: { 'row.intent.before': patch.before } },
        },
      })),
      { session },
    );
  }
}

/** Writes everything that a batch of an undo has to store, or nothing. */
export async function recordUndo(connection: Connection, record: UndoRecord): Promise<void> {
  const leads = collectionOf(leadModel(connection));
  const transitions = collectionOf(transitionModel(connection));
  const at = new Date(record.at);
  await connection.transaction(async (session) => {
    await endRows(connection, record, session);
    await markImport(connection, record, session);
    if (record.leads.length > 0) {
      const { matchedCount } = await leads.bulkWrite(
        record.leads.map((lead) => leadUpdate(lead, record.fence, at)),
        { session },
      );
      if (matchedCount < record.leads.length) {
        throw new StaleClaimError('Another worker has recorded one of these leads');
      }
    }
    if (record.transitions.length > 0) {
      await transitions.insertMany(record.transitions.map(dated), { session });
    }
    await insertEvents(connection, record.events, at, session, {
      timeline: timelineOf(record),
      facts: uncountedFacts(record),
    });
    await insertErrorLogEntries(connection, record.errorLogEntries, at, session);
  });
}

/** A record under a higher fence does not match. */
function leadUpdate(
  { leadId, move, sources, merged }: UndoneLead,
  fence: number,
  at: Date,
): mongo.AnyBulkWriteOperation<LeadDocument> {
  return {
    updateOne: {
      filter: { _id: leadId, fence: { $lte: fence }, lifecycleFence: { $not: { $gt: fence } } },
      update: {
        $set: {
          ...{ fence, lifecycleFence: fence, updatedAt: at, sources },
          ...(merged === undefined
            ? {}
            : {
                source: merged.source,
                lead: merged.lead,
                provenance: packOrigins(merged.provenance),
                qualityScore: merged.qualityScore,
                searchTerms: searchTerms(merged.lead),
              }),
          ...(move === undefined ? {} : { status: move.to }),
        },
        // Nothing has the values of the undone import any more.
        ...(merged === undefined ? {} : { $unset: { fieldStates: 1 } }),
        ...(move === undefined ? {} : { $push: { history: { ...move, at } } }),
      },
    },
  };
}

/** Subtracts creations from the figures of the time in which they were counted. */
function uncountedFacts({ uncounted }: UndoRecord): readonly ImportFact[] {
  const facts = new Map<string, ImportFact>();
  for (const { source, at } of uncounted) {
    const key = `${at} ${source}`;
    const fact = facts.get(key) ?? emptyFact(new Date(at), source);
    fact.created -= 1;
    facts.set(key, fact);
  }
  return [...facts.values()];
}

/** The result for each lead; a dry run writes none. */
function timelineOf({ rows, isDryRun, jobId, parentJobId, at }: UndoRecord): NewTimelineEntry[] {
  return rows.flatMap(({ outcome }): NewTimelineEntry[] =>
    isDryRun ||
    outcome.status !== 'succeeded' ||
    outcome.result === 'nothing_to_undo' ||
    outcome.leadId === null
      ? []
      : [
          {
            kind: 'undo',
            leadId: outcome.leadId,
            at,
            jobId,
            parentJobId,
            result: outcome.result,
            reason: outcome.reason ?? null,
            fieldsRestored: outcome.fieldsRestored ?? [],
            fieldsKept: outcome.fieldsKept ?? [],
          },
        ],
  );
}
