import { erasedCode, unfinishedJobStatuses } from '@leadbridge/contracts';
import {
  StaleClaimError,
  type BatchRecord,
  type ImportStore,
  type ListGroup,
  type MirrorKind,
  type Recorded,
  type RowOutcome,
  type RowRef,
} from '@leadbridge/usecases';
import type { ClientSession, Connection, mongo } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { staleIfDuplicate } from '../duplicate-key.js';
import { emptyFact, type ImportFact } from '../event/import-fact.js';
import { insertEvents } from '../event/insert-events.js';
import { writeReviews } from '../company-match/company-reviews.js';
import { jobModel, type JobDocument } from '../job/job-model.js';
import { dataOfSingle, fieldsOfEnd } from '../job/job-runs.js';
import { jobRowModel, progressOf, resultOf, rowId, type JobRowDocument } from '../job/job-row-model.js';
import { insertErrorLogEntries } from '../error-log/insert-error-log-entries.js';
import { markLateLeads, takeLateOptOuts } from '../suppression/late-matches.js';
import type { Entry } from '../suppression/suppression-entries.js';
import { writeOptOuts, addKeys } from '../suppression/write-opt-outs.js';
import { creationModel, type CreationDocument } from '../import/creation-model.js';
import { listGroupDocument, listGroupModel } from '../list-group/list-group-model.js';
import { mirrorKinds } from '../psa-mirror/mirror-models.js';
import { writeOwnObservations } from '../psa-mirror/write-observations.js';
import { writeLeads } from './write-leads.js';

/** Called with the failure of work behind a commit, which is as harmless as a crash after the commit. */
export type OnLost = (error: unknown) => void;

/** Writes everything that a batch has to store, or nothing. See `ImportStore.record`. */
export function createRecordBatch(connection: Connection, onLost: OnLost): ImportStore['record'] {
  // Concurrent transactions that count on one job's record abort each other, so those of one process run one
  // after another.
  let counting: Promise<unknown> = Promise.resolve();
  return async (batch) => {
    if (!batch.countsProgress) {
      return await writeBatch(connection, onLost, batch);
    }
    const written = counting.then(async () => writeBatch(connection, onLost, batch));
    counting = written.catch(() => undefined);
    return await written;
  };
}

async function writeBatch(connection: Connection, onLost: OnLost, batch: BatchRecord): Promise<Recorded> {
  const entries = await staleIfDuplicate(async () => writeAtOnce(connection, batch));
  const looks = [
    takeLateOptOuts(connection, batch.leads),
    markLateLeads(connection, entries),
    // The mirror is a cache: what it does not get costs the reads that find it.
    writeOwnObservations(connection, batch.observations ?? {}, kindsBehind(batch)),
  ];
  return { behind: Promise.all(looks.map(async (look) => look.catch(onLost))) };
}

function kindsBehind({ committedKinds = [] }: BatchRecord): readonly MirrorKind[] {
  return mirrorKinds.filter((kind) => !committedKinds.includes(kind));
}

async function writeAtOnce(connection: Connection, batch: BatchRecord): Promise<readonly Entry[]> {
  const listGroups = listGroupModel(connection);
  const at = new Date(batch.at);
  return await connection.transaction(async (session) => {
    await writeLeads(connection, batch, session);
    // Those that were written since the import checked are taken behind the commit.
    const known = batch.leads.filter(({ hasOptedOut }) => hasOptedOut).map(({ optOut }) => optOut());
    const entries = await writeOptOuts(connection, [...known, ...(batch.optOuts ?? [])], session);
    await addKeys(connection, batch.addedKeys ?? [], session);
    await (batch.countsProgress
      ? writeRows(connection, batch, { at, session })
      : writeSingles(connection, batch, { at, session }));
    const groups = await withoutPlanned(listGroups, batch.listGroups, session);
    if (groups.length > 0) {
      await collectionOf(listGroups).insertMany(
        groups.map((group) => listGroupDocument(group, at)),
        { session },
      );
    }
    const { events, timeline = [] } = batch;
    await insertEvents(connection, events, at, session, { timeline, facts: importFacts(batch, at) });
    await insertErrorLogEntries(connection, batch.errorLogEntries, at, session);
    await writeReviews(connection, batch.companyReviews ?? [], at, session);
    await writeOwnObservations(connection, batch.observations ?? {}, batch.committedKinds ?? [], session);
    return entries;
  });
}

interface Transaction {
  readonly at: Date;
  readonly session: ClientSession;
}

async function writeRows(
  connection: Connection,
  batch: BatchRecord,
  { at, session }: Transaction,
): Promise<void> {
  const rows = batch.rows.map((row) => rowUpsert(row, batch.fence, at));
  await collectionOf(jobRowModel(connection)).bulkWrite(rows, { session, ordered: false });
  await endCreations(collectionOf(creationModel(connection)), batch, session);
  const updates = progressUpdates(batch);
  const { matchedCount } = await collectionOf(jobModel(connection)).bulkWrite(updates, { session });
  if (matchedCount < updates.length) {
    throw new StaleClaimError('The bulk import has ended');
  }
}

/** Outcomes of single imports, and the ends of their jobs. */
async function writeSingles(
  connection: Connection,
  { rows, fence }: BatchRecord,
  { at, session }: Transaction,
): Promise<void> {
  if (rows.length === 0) {
    return;
  }
  const { matchedCount } = await collectionOf(jobModel(connection)).bulkWrite(
    rows.map((row) => singleUpdate(row, fence, at)),
    { session, ordered: false },
  );
  if (matchedCount < rows.length) {
    throw new StaleClaimError('A single import has been decided, or has ended');
  }
}

/** A job with an outcome does not match: every row is decided once. */
function singleUpdate(
  { ref: { jobId }, outcome, lists, end, isForgotten }: BatchRecord['rows'][number],
  fence: number,
  at: Date,
): mongo.AnyBulkWriteOperation<JobDocument> {
  const ended = end === undefined ? null : fieldsOfEnd(end);
  const decided = {
    'row.outcome': outcome,
    'row.result': resultOf(outcome),
    'row.fence': fence,
    'row.decidedAt': at,
    ...(lists === undefined ? {} : { 'row.lists': lists }),
  };
  return {
    updateOne: {
      filter: { _id: jobId, status: { $in: [...unfinishedJobStatuses] }, 'row.outcome': null },
      update: {
        $set: { ...decided, ...ended?.set },
        $unset: { ...ended?.unset, ...(isForgotten === true ? dataOfSingle : {}) },
      },
    },
  };
}

async function endCreations(
  creations: mongo.Collection<CreationDocument>,
  batch: BatchRecord,
  session: ClientSession,
): Promise<void> {
  const ofBatch = { _id: batch.fence };
  const unfinished = batch.unfinishedCreations ?? [];
  await (unfinished.length === 0
    ? creations.deleteOne(ofBatch, { session })
    : creations.updateOne(
        ofBatch,
        { $set: { rowIds: unfinished.map(({ jobId, index }) => rowId(jobId, index)) } },
        { session },
      ));
  const resumed = batch.resumedCreations ?? [];
  if (resumed.length > 0) {
    await endResumed(creations, resumed, session);
  }
}

/** Ends what interrupted runs have left, under fences of their own. */
async function endResumed(
  creations: mongo.Collection<CreationDocument>,
  refs: readonly RowRef[],
  session: ClientSession,
): Promise<void> {
  const jobIds = { $in: [...new Set(refs.map(({ jobId }) => jobId))] };
  const rowIds = { $in: refs.map(({ jobId, index }) => rowId(jobId, index)) };
  await creations.updateMany({ jobIds, rowIds }, { $pull: { rowIds } }, { session });
  await creations.deleteMany({ jobIds, rowIds: { $size: 0 } }, { session });
}

/**
 * If an opt-out was written for a ticket before its import could record it, the opt-out has already put the
 * ticket on the list. What was left to people may be there.
 */
async function withoutPlanned(
  listGroups: ReturnType<typeof listGroupModel>,
  groups: readonly ListGroup[],
  session: ClientSession,
): Promise<ListGroup[]> {
  const left: ListGroup[] = [];
  for (const group of groups) {
    const { ofOptOuts, listId, ticketIds } = group;
    const planned = ofOptOuts
      ? await listGroups
          .find({ ofOptOuts, listId, ticketIds: { $in: [...ticketIds] } }, null, { session })
          .lean()
      : [];
    const isLeft = ({ state }: Pick<ListGroup, 'state'>): boolean => state === 'refused';
    const known = new Set(planned.flatMap((other) => (isLeft(other) ? [] : other.ticketIds)));
    const missing = ticketIds.filter((ticketId) => !known.has(ticketId));
    if (missing.length > 0) {
      const mayShow = planned.some(isLeft);
      left.push({ ...group, ticketIds: missing, ...(mayShow ? { state: 'attempted' } : {}) });
    }
  }
  return left;
}

/** A row with an outcome does not match, so the upsert collides with its id: every row is decided once. */
function rowUpsert(
  { ref: { jobId, index }, outcome, lists, isForgotten }: BatchRecord['rows'][number],
  fence: number,
  at: Date,
): mongo.AnyBulkWriteOperation<JobRowDocument> {
  const isToGo = isForgotten === true || isOfErased(outcome);
  return {
    updateOne: {
      filter: { _id: rowId(jobId, index), status: 'pending' },
      update: {
        $set: {
          status: outcome.status,
          outcome,
          result: resultOf(outcome),
          fence,
          decidedAt: at,
          ...(lists === undefined ? {} : { lists }),
          ...(isToGo ? { data: null } : {}),
        },
        ...(isToGo ? { $unset: { planned: 1 } } : {}),
        $setOnInsert: { jobId, index, intent: null, createdAt: at },
      },
      upsert: true,
    },
  };
}

/** The data of an erased person is not kept for a retry. */
function isOfErased(outcome: RowOutcome): boolean {
  return outcome.status === 'failed' && outcome.code === erasedCode;
}

function importFacts({ rows, dryRun }: BatchRecord, at: Date): readonly ImportFact[] {
  if (dryRun !== undefined) {
    return [];
  }
  const bySource = new Map<string, ImportFact>();
  for (const { source, outcome } of rows) {
    const fact = bySource.get(source) ?? emptyFact(at, source);
    fact[outcome.status === 'succeeded' ? outcome.result : 'failed'] += 1;
    bySource.set(source, fact);
  }
  return [...bySource.values()];
}

function progressUpdates(batch: BatchRecord): mongo.AnyBulkWriteOperation<JobDocument>[] {
  const byJob = new Map<string, RowOutcome[]>();
  for (const { ref, outcome } of batch.rows) {
    const outcomes = byJob.get(ref.jobId) ?? [];
    outcomes.push(outcome);
    byJob.set(ref.jobId, outcomes);
  }
  return [...byJob].map(([jobId, outcomes]) => ({
    updateOne: {
      filter: { _id: jobId, status: { $in: [...unfinishedJobStatuses] } },
      update: { $inc: { ...progressOf(outcomes), ...plannedRequests(batch) } },
    },
  }));
}

/** Only for a dry run, whose batches belong to one job. */
function plannedRequests({ dryRun }: BatchRecord): Readonly<Record<string, number>> {
  if (dryRun === undefined) {
    return {};
  }
  const items = Object.entries(dryRun.listItems).map(
    ([listId, count]) => [`plannedRequests.listItems.${listId}`, count] as const,
  );
  return { 'plannedRequests.writes': dryRun.writes, ...Object.fromEntries(items) };
}
