import { unfinishedJobStatuses } from '@leadbridge/contracts';
import { newId } from '@leadbridge/platform';
import type { SuppressionStore, AuditEntry, Suppression } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { transactDespiteCollisions } from '../duplicate-key.js';
import { leaveListsToPeople } from '../list-group/leave-lists-to-people.js';
import { listGroupDocument, listGroupModel, type ListGroupDocument } from '../list-group/list-group-model.js';
import { insertErrorLogEntries } from '../error-log/insert-error-log-entries.js';
import { jobModel } from '../job/job-model.js';
import { endJobs } from '../job/job-runs.js';
import { openEntry, resolveEntry } from './notification-entries.js';
import { markLateLeads } from './late-matches.js';
import { overruleWorker } from './overrule-worker.js';
import { settleQuietEntries } from './settle-entries.js';
import { presentSuppression, suppressionUpdate } from './present-suppression.js';
import { createSuppressionReader, findEntry, loadEntries } from './read-suppressions.js';
import { nextLookAt, untouched, isOfDomain } from './suppression-entries.js';
import { isOfSomebody, suppressionModel, type SuppressionDocument } from './suppression-model.js';
import { writeOptOuts, markAndFollow, standingEntry } from './write-opt-outs.js';
import { writeAudit } from '../audit/write-audit.js';
import { leadModel } from '../lead/lead-model.js';
import { findLeadsByKeys, personKeysOfLead } from './person-leads.js';
import { findSuppressedKeys, readSuppressionKeys, releaseSuppressedKeys } from './suppressed-keys.js';

const maxLeads = 1_000;

interface RemovalOptions {
  readonly at: Date;
  readonly audit: (entry: Suppression) => AuditEntry;
  readonly session: ClientSession;
}

export function createSuppressionStore(connection: Connection): SuppressionStore {
  return {
    ...createSuppressionReader(connection),
    ...createOptOutIntake(connection),
    ...createEntryWork(connection),
    settle: async (now, limit) => settleQuietEntries(connection, new Date(now), limit),

    async retry(suppressionId, at) {
      const time = new Date(at);
      const { pushAt, retryUntil, attempts } = untouched(time);
      const failed = { $in: ['failed', 'unknown_source', 'no_provider'] } as const;
      const again = {
        status: 'pending',
        statusAt: time,
        statusReason: null,
        pushAt,
        retryUntil,
        attempts,
        // The source may have been corrected on the ticket since.
        leadSource: { $cond: [{ $eq: ['$ticketId', null] }, '$leadSource', null] },
      };
      await connection.transaction(async (session) =>
        overruleWorker(connection, { _id: suppressionId, status: failed, ...isOfSomebody }, again, session),
      );
      return await findEntry(connection, suppressionId);
    },
  };
}

function createOptOutIntake(connection: Connection) {
  return {
    async request(requests) {
      const { written, results } = await transactDespiteCollisions(connection, async (session) => {
        const written = await writeOptOuts(connection, requests, session);
        const ids = written.map(({ suppressionId }) => suppressionId);
        const byId = new Map(
          (await loadEntries(connection, ids, session)).map((entry) => [entry._id, entry]),
        );
        const results = written.flatMap(({ suppressionId, isNew }) => {
          const entry = byId.get(suppressionId);
          return entry === undefined ? [] : [{ entry: presentSuppression(entry), isNew }];
        });
        return { written, results };
      });
      await markLateLeads(connection, written).catch(() => undefined);
      return results;
    },

    async open(notification) {
      return presentSuppression(
        await transactDespiteCollisions(connection, async (session) =>
          openEntry(connection, notification, session),
        ),
      );
    },

    async resolve(entry, read, fence, at) {
      const resolved = await transactDespiteCollisions(connection, async (session) =>
        resolveEntry(connection, entry.suppressionId, { read, fence, at: new Date(at), session }),
      );
      if (resolved === null) {
        return null;
      }
      await markLateLeads(connection, [standingEntry(resolved)]).catch(() => undefined);
      return presentSuppression(resolved);
    },

    remove: async (suppressionId, at, audit) =>
      transactDespiteCollisions(connection, async (session) =>
        removeEntry(connection, suppressionId, { at: new Date(at), audit, session }),
      ),
  } satisfies Partial<SuppressionStore>;
}

function createEntryWork(connection: Connection) {
  const suppressions = suppressionModel(connection);
  const listGroups = listGroupModel(connection);

  return {
    async propagate(entry, fence, at) {
      return await transactDespiteCollisions(connection, async (session) => {
        const [own] = await loadEntries(connection, [entry.suppressionId], session);
        if (own === undefined || own.fence > fence) {
          return false;
        }
        await lookForLeads(connection, suppressions, own, new Date(at), session);
        return true;
      });
    },

    async change(suppressionId, fence, change, errorLogEntries = []) {
      const update = { $set: { ...suppressionUpdate(change), fence } };
      const filter = { _id: suppressionId, fence: { $lte: fence } };
      if (errorLogEntries.length === 0) {
        return (await suppressions.updateOne(filter, update)).matchedCount === 1;
      }
      return await transactDespiteCollisions(connection, async (session) => {
        const changed = await suppressions.updateOne(filter, update, { session });
        if (changed.matchedCount === 1) {
          await insertErrorLogEntries(connection, errorLogEntries, new Date(), session);
        }
        return changed.matchedCount === 1;
      });
    },

    async planListGroup({ listId, ticketId, suppressionId }) {
      const known = await listGroups
        .find({ ofOptOuts: true, listId, ticketIds: ticketId })
        .select({ state: 1 })
        .lean<Pick<ListGroupDocument, 'state'>[]>();
      if (known.every(({ state }) => state === 'refused')) {
        const group = {
          groupId: newId('lst'),
          jobId: suppressionId,
          listId,
          ticketIds: [ticketId],
          ofOptOuts: true,
          // People may have added it since.
          state: known.length === 0 ? 'planned' : 'attempted',
        } as const;
        await collectionOf(listGroups).insertOne(listGroupDocument(group, new Date()));
      }
    },
  } satisfies Partial<SuppressionStore>;
}

/** Until a look finds nothing more. */
async function lookForLeads(
  connection: Connection,
  suppressions: ReturnType<typeof suppressionModel>,
  own: SuppressionDocument,
  at: Date,
  session: ClientSession,
): Promise<void> {
  const { found, areMoreLeft } = await markAndFollow(connection, [standingEntry(own)], { at, session });
  const propagateAt = areMoreLeft ? at : found > 0 ? nextLookAt(at) : null;
  await suppressions.updateOne(
    { _id: own._id },
    { $set: { spreadAt: propagateAt, announced: true } },
    { session },
  );
}

/** Removes an entry, its keys and its marks on our leads; see `SuppressionStore.remove`. */
async function removeEntry(
  connection: Connection,
  suppressionId: string,
  { at, audit, session }: RemovalOptions,
): Promise<boolean> {
  const suppressions = suppressionModel(connection);
  const removed = await suppressions
    .findOneAndDelete({ _id: suppressionId })
    .session(session)
    .lean<SuppressionDocument>();
  if (removed === null) {
    return false;
  }
  const others = await suppressions
    .find({ keys: { $in: removed.keys } })
    .sort({ _id: -1 })
    .select({ keys: 1 })
    .session(session)
    .lean<Pick<SuppressionDocument, '_id' | 'keys'>[]>();
  const own = new Set(removed.keys);
  // The oldest entry comes last, and counts.
  const heirs = new Map(
    others.flatMap(({ _id, keys }) => keys.filter((key) => own.has(key)).map((key) => [key, _id] as const)),
  );
  await releaseSuppressedKeys(connection, { suppressionId, texts: removed.keys }, heirs, session);
  await unmarkLeads(connection, removed, { at, session });
  await leaveListsToPeople(connection, { ticketId: removed.ticketId, suppressionId }, at, session);
  await cancelStatusJob(connection, suppressionId, { at, session });
  await writeAudit(connection, audit(presentSuppression(removed)), at, session);
  return true;
}

/** The leads of a domain have entries of their own, which stay. */
async function unmarkLeads(
  connection: Connection,
  removed: SuppressionDocument,
  { at, session }: Pick<RemovalOptions, 'at' | 'session'>,
): Promise<void> {
  const keys = readSuppressionKeys(removed.keys);
  const leads =
    keys.length === 0 || isOfDomain({ keys })
      ? []
      : await findLeadsByKeys(connection, keys, { limit: maxLeads, unmarkedOnly: false, session });
  for (const lead of leads) {
    const blocking = await findSuppressedKeys(connection, personKeysOfLead(lead), session);
    if (blocking.size === 0) {
      await leadModel(connection).updateOne(
        { _id: lead._id },
        { $set: { doNotContact: false, updatedAt: at } },
        { session },
      );
    }
  }
}

/** The job that gives the lead the status Do Not Contact; it may wait for the PSA for days. */
async function cancelStatusJob(
  connection: Connection,
  requestId: string,
  { at, session }: Pick<RemovalOptions, 'at' | 'session'>,
): Promise<void> {
  const open = await jobModel(connection)
    .find({ type: 'lead_status', status: { $in: unfinishedJobStatuses }, requestId })
    .select({ _id: 1 })
    .session(session)
    .lean<{ _id: string }[]>();
  const end = { at: at.toISOString(), status: 'cancelled', result: null, error: null } as const;
  await endJobs(
    connection,
    open.map(({ _id: jobId }) => ({ ...end, jobId })),
    session,
  );
}
