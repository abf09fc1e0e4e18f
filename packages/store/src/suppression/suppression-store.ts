import { newId } from '@leadbridge/platform';
import type { SuppressionStore, Suppression, SuppressionQuery } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { transactDespiteCollisions } from '../duplicate-key.js';
import { listGroupDocument, listGroupModel } from '../list-group/list-group-model.js';
import { insertErrorLogEntries } from '../notice/insert-error-log-entries.js';
import { readPage } from '../read-page.js';
import { openEntry, resolveEntry } from './notification-entries.js';
import { findLead, optOutRecord } from './person-leads.js';
import { presentSuppression, suppressionUpdate } from './present-suppression.js';
import { nextLookAt, untouched } from './suppression-entries.js';
import { suppressionModel, type SuppressionDocument } from './suppression-model.js';
import { createWriteOptOuts, markAndFollow, standingEntry } from './write-opt-outs.js';

export function createSuppressionStore(connection: Connection): SuppressionStore {
  const suppressions = suppressionModel(connection);
  const listGroups = listGroupModel(connection);
  const writeOptOuts = createWriteOptOuts(connection);

  const transact = async <T>(work: (session: ClientSession) => Promise<T>): Promise<T> =>
    transactDespiteCollisions(connection, work);

  async function load(ids: readonly string[], session?: ClientSession): Promise<SuppressionDocument[]> {
    return await suppressions
      .find({ _id: { $in: [...ids] } })
      .session(session ?? null)
      .lean<SuppressionDocument[]>();
  }

  /** Until a look finds nothing any more. */
  async function lookForLeads(own: SuppressionDocument, at: Date, session: ClientSession): Promise<void> {
    const { found, areMoreLeft } = await markAndFollow(connection, [standingEntry(own)], { at, session });
    const spreadAt = areMoreLeft ? at : found > 0 ? nextLookAt(at) : null;
    await suppressions.updateOne({ _id: own._id }, { $set: { spreadAt, announced: true } }, { session });
  }

  async function find(suppressionId: string): Promise<Suppression | null> {
    const [document] = await load([suppressionId]);
    return document === undefined ? null : presentSuppression(document);
  }

  return {
    find,

    async request(requests) {
      return await transact(async (session) => {
        const written = await writeOptOuts(requests, session);
        const ids = written.map(({ suppressionId }) => suppressionId);
        const byId = new Map((await load(ids, session)).map((entry) => [entry._id, entry]));
        return written.flatMap(({ suppressionId, isNew }) => {
          const entry = byId.get(suppressionId);
          return entry === undefined ? [] : [{ entry: presentSuppression(entry), isNew }];
        });
      });
    },

    async open(notification) {
      return presentSuppression(
        await transact(async (session) => openEntry(connection, notification, session)),
      );
    },

    async resolve(entry, read, fence, at) {
      const resolved = await transact(async (session) =>
        resolveEntry(connection, entry.suppressionId, { read, fence, at: new Date(at), session }),
      );
      return resolved === null ? null : presentSuppression(resolved);
    },

    async spread(entry, fence, at) {
      return await transact(async (session) => {
        const [own] = await load([entry.suppressionId], session);
        if (own === undefined || own.fence > fence) {
          return false;
        }
        await lookForLeads(own, new Date(at), session);
        return true;
      });
    },

    async change(suppressionId, fence, change, errorLogEntries = []) {
      const update = { $set: { ...suppressionUpdate(change), fence } };
      const filter = { _id: suppressionId, fence: { $lte: fence } };
      if (errorLogEntries.length === 0) {
        return (await suppressions.updateOne(filter, update)).matchedCount === 1;
      }
      return await transact(async (session) => {
        const changed = await suppressions.updateOne(filter, update, { session });
        if (changed.matchedCount === 1) {
          await insertErrorLogEntries(connection, errorLogEntries, new Date(), session);
        }
        return changed.matchedCount === 1;
      });
    },

    async leadOfTicket(ticketId) {
      const lead = await findLead(connection, { psaTicketId: ticketId });
      return lead === null ? null : optOutRecord(lead);
    },

    async leadById(leadId) {
      const lead = await findLead(connection, { _id: leadId });
      return lead === null ? null : optOutRecord(lead);
    },

    async planListGroup({ listId, ticketId, suppressionId }) {
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
    },

    async findMany(suppressionIds) {
      return (await load(suppressionIds)).map(presentSuppression);
    },

    async due(now, limit) {
      const time = { $lte: new Date(now) };
      const documents = await suppressions
        .find({ $or: [{ pushAt: time }, { ticketAt: time }, { spreadAt: time }] })
        .select({ _id: 1 })
        .limit(limit)
        .lean<Pick<SuppressionDocument, '_id'>[]>();
      return documents.map(({ _id }) => _id);
    },

    async list(query) {
      const filter = listFilter(query);
      const [{ documents, next }, total] = await Promise.all([
        readPage<SuppressionDocument>(suppressions.find(filter), { _id: -1 }, query),
        suppressions.countDocuments(filter),
      ]);
      return { items: documents.map(presentSuppression), total, next };
    },

    async retry(suppressionId, at) {
      const time = new Date(at);
      const { pushAt, retryUntil, attempts } = untouched(time);
      await suppressions.updateOne(
        { _id: suppressionId, status: { $in: ['failed', 'unknown_source'] } },
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
      return await find(suppressionId);
    },
  };
}

function listFilter({ status, provider, email }: SuppressionQuery): Record<string, unknown> {
  return {
    ...(status === undefined ? {} : { status }),
    ...(provider === undefined ? {} : { provider }),
    ...(email === undefined ? {} : { 'person.email': email }),
  };
}
