import {
  unbegunMirror,
  type MirroredItems,
  type MirrorKind,
  type MirrorRound,
  type MirrorState,
  type Observation,
  type PsaMirrorStore,
} from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { isDuplicateKey } from '../duplicate-key.js';
import {
  mirrorKinds,
  mirrorModel,
  mirrorStateModel,
  type MirrorDocument,
  type MirrorStateDocument,
} from './mirror-models.js';
import { writeObservations } from './write-observations.js';

const usualPageSize = 1_000;
const maxAttempts = 20;

/** See `PsaMirrorStore`. */
export function createPsaMirrorStore(connection: Connection): PsaMirrorStore {
  const states = mirrorStateModel(connection);
  const documentsOf = (kind: MirrorKind) => collectionOf<MirrorDocument>(mirrorModel(connection, kind));
  mirrorKinds.forEach((kind) => mirrorModel(connection, kind));

  async function state(kind: MirrorKind): Promise<MirrorState> {
    const document = await states.findById(kind).lean<MirrorStateDocument>();
    return document === null ? unbegunMirror(kind) : presentState(document);
  }

  async function saveState({ kind, ...next }: MirrorState): Promise<boolean> {
    try {
      const { matchedCount, upsertedCount } = await collectionOf<MirrorStateDocument>(states).updateOne(
        { _id: kind, version: next.version },
        { $set: { ...next, version: next.version + 1 } },
        { upsert: next.version === 0 },
      );
      return matchedCount + upsertedCount === 1;
    } catch (error) {
      // Somebody else was the first ever.
      if (isDuplicateKey(error)) {
        return false;
      }
      throw error;
    }
  }

  async function allStates(): Promise<readonly MirrorState[]> {
    return await Promise.all(mirrorKinds.map(state));
  }

  return {
    state,
    saveState,
    states: allStates,

    async find<K extends MirrorKind>(kind: K, keys: readonly string[]) {
      const found = await documentsOf(kind)
        .find({ keys: { $in: [...keys] } })
        .toArray();
      return found.map((document) => present<K>(document));
    },

    async byIds<K extends MirrorKind>(kind: K, ids: readonly number[]) {
      const found = await documentsOf(kind)
        .find({ _id: { $in: [...ids] } })
        .toArray();
      return found.map((document) => present<K>(document));
    },

    async sharedKeys(kind, since) {
      const isThere = { $or: [{ observedAt: { $gte: new Date(since) } }, { observedAt: new Date(0) }] };
      const groups = await documentsOf(kind)
        .aggregate<{ _id: string; ids: number[] }>(
          [
            { $match: isThere },
            { $unwind: '$keys' },
            { $group: { _id: '$keys', ids: { $addToSet: '$_id' } } },
            { $match: { 'ids.1': { $exists: true } } },
          ],
          { allowDiskUse: true },
        )
        .toArray();
      return groups.map(({ _id: key, ids }) => ({ key, ids }));
    },

    async countBetween(kind, from, to) {
      return await documentsOf(kind).countDocuments({ _id: { $gt: from, $lt: to } });
    },

    async put(kind, observations, round) {
      const ids = observations.map(({ id }) => id);
      const seen = round === null ? 0 : await documentsOf(kind).countDocuments({ _id: { $in: ids }, round });
      await writeObservations(connection, kind, observations, { round });
      return observations.length - seen;
    },

    async outdate(kind, ids) {
      if (ids.length > 0) {
        await documentsOf(kind).updateMany({ _id: { $in: [...ids] } }, { $set: { observedAt: new Date(0) } });
      }
    },

    async outdateAbove(kind, id, before) {
      await documentsOf(kind).updateMany(
        { _id: { $gt: id }, observedAt: { $lt: new Date(before) } },
        { $set: { observedAt: new Date(0) } },
      );
    },

    async remove(kind, ids) {
      if (ids.length > 0) {
        await documentsOf(kind).deleteMany({ _id: { $in: [...ids] } });
      }
    },

    async removeUnseen(kind, round, before) {
      const { deletedCount } = await documentsOf(kind).deleteMany({
        $or: [
          { round: { $lt: round } },
          { round: { $exists: false }, observedAt: { $lt: new Date(before) } },
        ],
      });
      return deletedCount;
    },

    async clear(kind) {
      await documentsOf(kind).deleteMany({});
    },

    async *pages<K extends MirrorKind>(kind: K, pageSize = usualPageSize) {
      let after = Number.NEGATIVE_INFINITY;
      for (;;) {
        const page = await documentsOf(kind)
          .find({ _id: { $gt: after } })
          .sort({ _id: 1 })
          .limit(pageSize)
          .toArray();
        const last = page.at(-1);
        if (last === undefined) {
          return;
        }
        yield page.map((document) => present<K>(document));
        after = last._id;
      }
    },

    async roundSince(since) {
      const rounds = (await allStates()).map(({ complete }) => complete);
      const [tickets, contacts, clients] = rounds.filter(
        (round): round is MirrorRound => round !== null && round.startedAt >= since,
      );
      return tickets === undefined || contacts === undefined || clients === undefined
        ? null
        : { tickets, contacts, clients };
    },

    async demandRound(since) {
      for (const kind of mirrorKinds) {
        await change(kind, (current) => ({
          ...current,
          demandedSince: Math.max(since, current.demandedSince ?? since),
        }));
      }
    },

    async counts(kind) {
      const documents = documentsOf(kind);
      const [count, [oldest]] = await Promise.all([
        documents.estimatedDocumentCount(),
        documents
          .find({ observedAt: { $gt: new Date(0) } })
          .sort({ observedAt: 1 })
          .limit(1)
          .project<Pick<MirrorDocument, 'observedAt'>>({ observedAt: 1 })
          .toArray(),
      ]);
      return { documents: count, oldestObservedAt: oldest?.observedAt.getTime() ?? null };
    },
  };

  async function change(kind: MirrorKind, next: (current: MirrorState) => MirrorState): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      if (await saveState(next(await state(kind)))) {
        return;
      }
    }
    throw new Error('The state of the mirror changes all the time');
  }
}

function presentState({ _id: kind, ...state }: MirrorStateDocument): MirrorState {
  return { kind, ...state };
}

function present<K extends MirrorKind>({
  _id: id,
  keys,
  item,
  observedAt,
}: MirrorDocument): Observation<MirroredItems[K]> {
  return { id, keys, item: item as MirroredItems[K], observedAt: observedAt.getTime() };
}
