import {
  type MirroredItems,
  type MirrorKind,
  type PsaMirrorStore,
  unbegunMirror,
  type MirrorRound,
  type MirrorState,
  type Observed,
} from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { findClients } from './find-clients.js';
import { idsBetween, mirroredId, mirrorKinds, mirrorModel, mirrorStateModel } from './mirror-models.js';
import type { MirrorDocument, MirrorStateDocument } from './mirror-models.js';
import { writeObservations } from './write-observations.js';
import { unlessDuplicate } from '../duplicate-key.js';
import { pagesById } from '../pages-by-id.js';

const maxAttempts = 20;

const usualPageSize = 1_000;

const idsOf = (kind: MirrorKind, ids: readonly number[]) => ({
  _id: { $in: ids.map((id) => mirroredId(kind, id)) },
});

export function createPsaMirrorStore(connection: Connection): PsaMirrorStore {
  const documents = collectionOf<MirrorDocument>(mirrorModel(connection));

  async function oldestObservedAt(kind: MirrorKind): Promise<number | null> {
    const oldest = await documents.findOne(
      { '_id.kind': kind, observedAt: { $gt: new Date(0) } },
      { sort: { observedAt: 1 }, projection: { observedAt: 1 } },
    );
    return oldest?.observedAt.getTime() ?? null;
  }

  return {
    ...createMirrorStates(connection),
    ...createMirrorReader(connection),
    ...createMirrorRemovals(connection),

    countUnseen: async (kind, ids, round) =>
      new Set(ids).size - (await documents.countDocuments({ ...idsOf(kind, ids), round })),

    put: async (kind, observations) => writeObservations(connection, kind, observations),

    async *pages<K extends MirrorKind>(
      kind: K,
      pageSize = usualPageSize,
    ): AsyncIterable<readonly Observed<K>[]> {
      const find = (after: object) => documents.find({ $and: [idsBetween(kind), after] });
      for await (const page of pagesById(find, pageSize)) {
        yield page.map((document) => present<K>(document));
      }
    },

    oldestObservedAt,

    async counts(kind) {
      const [counted, oldest] = await Promise.all([
        // Counts keys of the index: `countDocuments` hands them to an aggregation, for more than twice the time.
        connection.db?.command({ count: documents.collectionName, query: idsBetween(kind) }),
        oldestObservedAt(kind),
      ]);
      return { documents: Number(counted?.['n'] ?? 0), oldestObservedAt: oldest };
    },
  };
}

function createMirrorReader(connection: Connection) {
  const documents = collectionOf<MirrorDocument>(mirrorModel(connection));
  return {
    async find<K extends MirrorKind>(kind: K, keys: readonly string[]): Promise<readonly Observed<K>[]> {
      const found = await documents.find({ '_id.kind': kind, keys: { $in: [...keys] } }).toArray();
      return found.map((document) => present<K>(document));
    },

    async byIds<K extends MirrorKind>(kind: K, ids: readonly number[]): Promise<readonly Observed<K>[]> {
      const found = await documents.find(idsOf(kind, ids)).toArray();
      return found.map((document) => present<K>(document));
    },

    clientsOf: async (asked) => findClients(connection, asked),

    async sharedKeys(kind, since) {
      const isThere = { $or: [{ observedAt: { $gte: new Date(since) } }, { observedAt: new Date(0) }] };
      const groups = await documents
        .aggregate<{ _id: string; ids: number[] }>(
          [
            { $match: { ...idsBetween(kind), ...isThere } },
            { $unwind: '$keys' },
            { $group: { _id: '$keys', ids: { $addToSet: '$_id.id' } } },
            { $match: { 'ids.1': { $exists: true } } },
          ],
          { allowDiskUse: true },
        )
        .toArray();
      return groups.map(({ _id: key, ids }) => ({ key, ids }));
    },

    async countBetween(kind, from, to) {
      return await documents.countDocuments(idsBetween(kind, from, to));
    },
  } satisfies Partial<PsaMirrorStore>;
}

function createMirrorRemovals(connection: Connection) {
  const documents = collectionOf<MirrorDocument>(mirrorModel(connection));
  return {
    async outdate(kind, ids) {
      if (ids.length > 0) {
        await documents.updateMany(idsOf(kind, ids), { $set: { observedAt: new Date(0) } });
      }
    },

    async outdateAbove(kind, id, before) {
      await documents.updateMany(
        { ...idsBetween(kind, id), observedAt: { $lt: new Date(before) } },
        { $set: { observedAt: new Date(0) } },
      );
    },

    async remove(kind, ids) {
      if (ids.length > 0) {
        await documents.deleteMany(idsOf(kind, ids));
      }
    },

    async removeUnseen(kind, round, before) {
      const { deletedCount } = await documents.deleteMany({
        '_id.kind': kind,
        $or: [
          { round: { $lt: round } },
          { round: { $exists: false }, observedAt: { $lt: new Date(before) } },
        ],
      });
      return deletedCount;
    },

    async clear(kind, observedBefore) {
      await documents.deleteMany({ ...idsBetween(kind), observedAt: { $lt: new Date(observedBefore) } });
    },
  } satisfies Partial<PsaMirrorStore>;
}

function present<K extends MirrorKind>({
  _id: { id },
  keys,
  domain,
  item,
  observedAt,
  fieldsObservedAt,
}: MirrorDocument): Observed<K> {
  return {
    id,
    keys,
    ...(domain === undefined ? {} : { domain }),
    item: item as MirroredItems[K],
    observedAt: observedAt.getTime(),
    ...(fieldsObservedAt === undefined ? {} : { fieldsObservedAt: fieldsObservedAt.getTime() }),
  };
}

function createMirrorStates(connection: Connection) {
  const model = mirrorStateModel(connection);

  async function state(kind: MirrorKind): Promise<MirrorState> {
    const document = await model.findById(kind).lean<MirrorStateDocument>();
    return document === null ? unbegunMirror(kind) : presentState(document);
  }

  async function states(): Promise<readonly MirrorState[]> {
    const documents = await model.find().lean<MirrorStateDocument[]>();
    const found = new Map(documents.map((document) => [document._id, presentState(document)]));
    return mirrorKinds.map((kind) => found.get(kind) ?? unbegunMirror(kind));
  }

  async function writeState({ kind, ...next }: MirrorState, session?: ClientSession): Promise<boolean> {
    const { matchedCount, upsertedCount } = await collectionOf<MirrorStateDocument>(model).updateOne(
      { _id: kind, version: next.version },
      { $set: { ...next, version: next.version + 1 } },
      { upsert: next.version === 0, ...(session === undefined ? {} : { session }) },
    );
    return matchedCount + upsertedCount === 1;
  }

  // Another process may be the first ever.
  const saveState = async (next: MirrorState): Promise<boolean> =>
    unlessDuplicate(async () => writeState(next));

  async function demand(kind: MirrorKind, since: number): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const current = await state(kind);
      const demandedSince = Math.max(since, current.demandedSince ?? since);
      if (await saveState({ ...current, demandedSince })) {
        return;
      }
    }
    throw new Error('The state of the mirror keeps changing');
  }

  return {
    state,
    saveState,
    states,

    savePage: async (next, observations, round) =>
      unlessDuplicate(async () =>
        connection.transaction(async (session) => {
          const isSaved = await writeState(next, session);
          if (isSaved) {
            await writeObservations(connection, next.kind, observations, { round, session });
          }
          return isSaved;
        }),
      ),

    async roundSince(since) {
      const rounds = (await states()).map(({ complete }) => complete);
      const [tickets, contacts, clients] = rounds.filter(
        (round): round is MirrorRound => round !== null && round.startedAt >= since,
      );
      return tickets === undefined || contacts === undefined || clients === undefined
        ? null
        : { tickets, contacts, clients };
    },

    async demandRound(since) {
      for (const kind of mirrorKinds) {
        await demand(kind, since);
      }
    },
  } satisfies Partial<PsaMirrorStore>;
}

function presentState({ _id: kind, ...state }: MirrorStateDocument): MirrorState {
  return { kind, ...state, unseen: state.unseen ?? 0 };
}
