import { newId } from '@leadbridge/platform';
import type {
  SuppressionStore,
  Suppression,
  OptOutRequest,
  TicketOptOut,
  ReadOptOut,
  SuppressionChange,
  NewErrorLogEntry,
} from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { transactDespiteCollisions } from '../duplicate-key.js';
import { listGroupDocument, listGroupModel } from '../list-group/list-group-model.js';
import { insertErrorLogEntries } from '../error-log/insert-error-log-entries.js';
import { openEntry, resolveEntry } from './notification-entries.js';
import { markLateLeads } from './late-matches.js';
import { settleQuietEntries } from './settle-entries.js';
import { removeEntry } from './remove-entry.js';
import { presentSuppression, suppressionUpdate } from './present-suppression.js';
import { createSuppressionReader, findEntry, loadEntries } from './read-suppressions.js';
import { nextLookAt, untouched } from './suppression-entries.js';
import { suppressionModel, type SuppressionDocument } from './suppression-model.js';
import { createWriteOptOuts, markAndFollow, standingEntry } from './write-opt-outs.js';

interface SuppressionModels {
  readonly connection: Connection;
  readonly suppressions: ReturnType<typeof suppressionModel>;
  readonly listGroups: ReturnType<typeof listGroupModel>;
  readonly writeOptOuts: ReturnType<typeof createWriteOptOuts>;
}

export function createSuppressionStore(connection: Connection): SuppressionStore {
  const models: SuppressionModels = {
    connection,
    suppressions: suppressionModel(connection),
    listGroups: listGroupModel(connection),
    writeOptOuts: createWriteOptOuts(connection),
  };

  return {
    ...createSuppressionReader(connection),
    request: async (requests) => requestOptOuts(models, requests),
    open: async (notification) => openNotification(models, notification),
    resolve: async (entry, read, fence, at) => resolveNotification(models, entry, read, fence, at),
    propagate: async (entry, fence, at) => propagateEntry(models, entry, fence, at),
    change: async (suppressionId, fence, change, errorLogEntries) =>
      changeEntry(models, suppressionId, fence, change, errorLogEntries),
    planListGroup: async (addition) => planListGroup(models, addition),
    settle: async (now, limit) => settleQuietEntries(connection, new Date(now), limit),
    remove: async (suppressionId, at, audit) =>
      transactDespiteCollisions(connection, async (session) =>
        removeEntry(connection, suppressionId, { at: new Date(at), audit, session }),
      ),
    retry: async (suppressionId, at) => retryEntry(models, suppressionId, at),
  };
}

async function requestOptOuts(
  models: SuppressionModels,
  requests: readonly OptOutRequest[],
): Promise<readonly { entry: Suppression; isNew: boolean }[]> {
  const { written, answers } = await transactDespiteCollisions(models.connection, async (session) => {
    const written = await models.writeOptOuts(requests, session);
    const ids = written.map(({ suppressionId }) => suppressionId);
    const byId = new Map((await loadEntries(models, ids, session)).map((entry) => [entry._id, entry]));
    const answers = written.flatMap(({ suppressionId, isNew }) => {
      const entry = byId.get(suppressionId);
      return entry === undefined ? [] : [{ entry: presentSuppression(entry), isNew }];
    });
    return { written, answers };
  });
  await markLateLeads(models.connection, written).catch(() => undefined);
  return answers;
}

async function openNotification(models: SuppressionModels, notification: TicketOptOut): Promise<Suppression> {
  return presentSuppression(
    await transactDespiteCollisions(models.connection, async (session) =>
      openEntry(models.connection, notification, session),
    ),
  );
}

async function resolveNotification(
  models: SuppressionModels,
  entry: Suppression,
  read: ReadOptOut,
  fence: number,
  at: string,
): Promise<Suppression | null> {
  const resolved = await transactDespiteCollisions(models.connection, async (session) =>
    resolveEntry(models.connection, entry.suppressionId, { read, fence, at: new Date(at), session }),
  );
  if (resolved === null) {
    return null;
  }
  await markLateLeads(models.connection, [standingEntry(resolved)]).catch(() => undefined);
  return presentSuppression(resolved);
}

async function propagateEntry(
  models: SuppressionModels,
  entry: Suppression,
  fence: number,
  at: string,
): Promise<boolean> {
  return await transactDespiteCollisions(models.connection, async (session) => {
    const [own] = await loadEntries(models, [entry.suppressionId], session);
    if (own === undefined || own.fence > fence) {
      return false;
    }
    await lookForLeads(models, own, new Date(at), session);
    return true;
  });
}

async function changeEntry(
  models: SuppressionModels,
  suppressionId: string,
  fence: number,
  change: SuppressionChange,
  errorLogEntries: readonly NewErrorLogEntry[] = [],
): Promise<boolean> {
  const update = { $set: { ...suppressionUpdate(change), fence } };
  const filter = { _id: suppressionId, fence: { $lte: fence } };
  if (errorLogEntries.length === 0) {
    return (await models.suppressions.updateOne(filter, update)).matchedCount === 1;
  }
  return await transactDespiteCollisions(models.connection, async (session) => {
    const changed = await models.suppressions.updateOne(filter, update, { session });
    if (changed.matchedCount === 1) {
      await insertErrorLogEntries(models.connection, errorLogEntries, new Date(), session);
    }
    return changed.matchedCount === 1;
  });
}

async function planListGroup(
  { listGroups }: SuppressionModels,
  { listId, ticketId, suppressionId }: { listId: number; ticketId: number; suppressionId: string },
): Promise<void> {
  const planned = await listGroups.exists({ ofOptOuts: true, listId, ticketIds: ticketId });
  if (planned === null) {
    const group = {
      groupId: newId('lst'),
      jobId: suppressionId,
      listId,
      ticketIds: [ticketId],
      ofOptOuts: true,
      state: 'planned',
    } as const;
    await collectionOf(listGroups).insertOne(listGroupDocument(group, new Date()));
  }
}

async function retryEntry(
  models: SuppressionModels,
  suppressionId: string,
  at: string,
): Promise<Suppression | null> {
  const time = new Date(at);
  const { pushAt, retryUntil, attempts } = untouched(time);
  await models.suppressions.updateOne(
    { _id: suppressionId, status: { $in: ['failed', 'unknown_source', 'no_provider'] } },
    [
      {
        $set: {
          status: 'pending',
          statusAt: time,
          statusReason: null,
          pushAt,
          retryUntil,
          attempts,
          // The source may have been corrected on the ticket since.
          leadSource: { $cond: [{ $eq: ['$ticketId', null] }, '$leadSource', null] },
        },
      },
    ],
    { updatePipeline: true },
  );
  return await findEntry(models, suppressionId);
}

/** Until a look finds nothing more. */
async function lookForLeads(
  { connection, suppressions }: SuppressionModels,
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
