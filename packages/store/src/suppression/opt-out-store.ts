import { currentTrace, newId } from '@leadbridge/platform';
import type { OptOutPort, Suppression, SuppressionQuery } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { transactDespiteCollisions } from '../duplicate-key.js';
import { listGroupDocument, listGroupModel } from '../list-group/list-group-model.js';
import { insertNotices } from '../notice/insert-notices.js';
import { findLead, findLeadsOfPerson, optOutRecord } from './opt-out-leads.js';
import { presentSuppression, suppressionUpdate } from './present-suppression.js';
import { spreadOptOut } from './spread-opt-out.js';
import { readSuppressionKeys, writeSuppressedKeys } from './suppressed-keys.js';
import {
  suppressionIdentity,
  suppressionModel,
  unreadIdentity,
  type SuppressionDocument,
} from './suppression-model.js';
import { createWriteOptOuts, untouched } from './write-opt-outs.js';

/** Milliseconds after which an import that was under way at the moment of the opt-out has recorded its lead. */
const secondLook = 5_000;
const keptReferences = 50;

export function createOptOutStore(connection: Connection): OptOutPort {
  const suppressions = suppressionModel(connection);
  const listGroups = listGroupModel(connection);
  const writeOptOuts = createWriteOptOuts(connection);

  const transact = async <T>(work: (session: ClientSession) => Promise<T>): Promise<T> =>
    transactDespiteCollisions(connection, work);

  async function spread(
    entry: SuppressionDocument,
    session: ClientSession,
    at: Date,
    isLast: boolean,
  ): Promise<void> {
    const looksAgainAt = isLast ? null : new Date(at.getTime() + secondLook);
    await spreadOptOut(connection, entry, { session, writeOptOuts, at, looksAgainAt });
  }

  async function load(ids: readonly string[], session?: ClientSession): Promise<SuppressionDocument[]> {
    return await suppressions
      .find({ _id: { $in: [...ids] } })
      .session(session ?? null)
      .lean<SuppressionDocument[]>();
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
        for (const entry of await load(ids, session)) {
          if (!entry.announced) {
            await spread(entry, session, new Date(), false);
          }
        }
        const byId = new Map((await load(ids, session)).map((entry) => [entry._id, entry]));
        return written.flatMap(({ suppressionId, isNew }) => {
          const entry = byId.get(suppressionId);
          return entry === undefined ? [] : [{ entry: presentSuppression(entry), isNew }];
        });
      });
    },

    async open({ ticketId, reference, reason, at }) {
      const known = await suppressions.findOne({ references: reference }).lean<SuppressionDocument>();
      if (known !== null) {
        return presentSuppression(known);
      }
      const time = new Date(at);
      const opened = await transact(
        async (session) =>
          await suppressions
            .findOneAndUpdate(
              { identity: unreadIdentity(ticketId) },
              {
                $push: { references: { $each: [reference], $slice: -keptReferences } },
                $setOnInsert: {
                  _id: newId('sup', time.getTime()),
                  origin: 'psa',
                  ticketId,
                  leadId: null,
                  person: null,
                  keys: [],
                  leadSource: null,
                  provider: null,
                  reason,
                  requestedBy: 'psa',
                  requestedAt: time,
                  ...untouched(time),
                  marks: ['list'],
                  ticketAt: time,
                  spreadAt: null,
                  ...currentTrace(),
                },
              },
              { upsert: true, returnDocument: 'after', session },
            )
            .lean<SuppressionDocument>(),
      );
      if (opened === null) {
        throw new Error('The ledger did not take the opt-out');
      }
      return presentSuppression(opened);
    },

    async resolve(entry, read, fence, at) {
      const time = new Date(at);
      const identity = suppressionIdentity({ ...read, ticketId: entry.ticketId });
      return await transact(async (session) => {
        const [own] = await load([entry.suppressionId], session);
        if (own === undefined || own.fence > fence) {
          return null;
        }
        const standing = await suppressions
          .findOne({ identity, _id: { $ne: own._id } })
          .session(session)
          .lean<SuppressionDocument>();
        if (standing !== null) {
          await suppressions.deleteOne({ _id: own._id }, { session });
          await suppressions.updateOne(
            { _id: standing._id },
            { $push: { references: { $each: own.references, $slice: -keptReferences } } },
            { session },
          );
          return presentSuppression(standing);
        }
        const resolved = {
          ...own,
          identity,
          person: read.person,
          keys: [...read.keys],
          leadSource: read.leadSource,
          status: 'pending' as const,
          error: null,
          statusReason: null,
          pushAt: time,
          ticketAt: own.marks.length > 0 ? time : own.ticketAt,
          fence,
        };
        const { _id, ...fields } = resolved;
        await suppressions.updateOne({ _id }, { $set: fields }, { session });
        await writeSuppressedKeys(connection, readSuppressionKeys(read.keys), session);
        await spread(resolved, session, time, false);
        const [stored] = await load([own._id], session);
        return presentSuppression(stored ?? resolved);
      });
    },

    async spread(entry, fence, at) {
      return await transact(async (session) => {
        const [own] = await load([entry.suppressionId], session);
        if (own === undefined || own.fence > fence) {
          return false;
        }
        await spread(own, session, new Date(at), own.announced);
        return true;
      });
    },

    async change(suppressionId, fence, change, notices = []) {
      const update = { $set: { ...suppressionUpdate(change), fence } };
      const filter = { _id: suppressionId, fence: { $lte: fence } };
      if (notices.length === 0) {
        return (await suppressions.updateOne(filter, update)).matchedCount === 1;
      }
      return await transact(async (session) => {
        const changed = await suppressions.updateOne(filter, update, { session });
        if (changed.matchedCount === 1) {
          await insertNotices(connection, notices, new Date(), session);
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

    async leadsOf(person) {
      return (await findLeadsOfPerson(connection, person)).map(optOutRecord);
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
        await listGroups.collection.insertOne(listGroupDocument(group, new Date()) as never);
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
      const [documents, total] = await Promise.all([
        suppressions
          .find(filter)
          .sort({ _id: -1 })
          .skip((query.page - 1) * query.limit)
          .limit(query.limit)
          .lean<SuppressionDocument[]>(),
        suppressions.countDocuments(filter),
      ]);
      return { items: documents.map(presentSuppression), total };
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
