import {
  type MirroredItems,
  type MirrorKind,
  type Observation,
  type PsaMirrorStore,
  unbegunMirror,
  type MirrorRound,
  type MirrorState,
} from '@leadbridge/usecases';
import type { Connection, Model } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { findClients } from './find-clients.js';
import {
  mirrorModel,
  type MirrorDocument,
  mirrorKinds,
  mirrorStateModel,
  type MirrorStateDocument,
} from './mirror-models.js';
import { writeObservations } from './write-observations.js';
import { unlessDuplicate } from '../duplicate-key.js';

const maxAttempts = 20;

type StateModel = Model<MirrorStateDocument>;

const usualPageSize = 1_000;

function documentsOf(connection: Connection) {
  const ofKind = (kind: MirrorKind) => collectionOf<MirrorDocument>(mirrorModel(connection, kind));
  return { tickets: ofKind('tickets'), contacts: ofKind('contacts'), clients: ofKind('clients') };
}

/** See `PsaMirrorStore`. */
export function createPsaMirrorStore(connection: Connection): PsaMirrorStore {
  const documents = documentsOf(connection);

  return {
    ...createMirrorStates(connection),
    ...createMirrorReader(connection),
    ...createMirrorRemovals(connection),

    async put<K extends MirrorKind>(
      kind: K,
      observations: readonly Observation<MirroredItems[K]>[],
      round: number | null,
    ): Promise<number> {
      const ids = [...new Set(observations.map(({ id }) => id))];
      const seen = round === null ? 0 : await documents[kind].countDocuments({ _id: { $in: ids }, round });
      await writeObservations(connection, kind, observations, round);
      return ids.length - seen;
    },

    async *pages<K extends MirrorKind>(
      kind: K,
      pageSize = usualPageSize,
    ): AsyncIterable<readonly Observation<MirroredItems[K]>[]> {
      let after = Number.NEGATIVE_INFINITY;
      for (;;) {
        const page = await documents[kind]
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

    async counts(kind) {
      const ofKind = documents[kind];
      const [count, [oldest]] = await Promise.all([
        ofKind.estimatedDocumentCount(),
        ofKind
          .find({ observedAt: { $gt: new Date(0) } })
          .sort({ observedAt: 1 })
          .limit(1)
          .project<Pick<MirrorDocument, 'observedAt'>>({ observedAt: 1 })
          .toArray(),
      ]);
      return { documents: count, oldestObservedAt: oldest?.observedAt.getTime() ?? null };
    },
  };
}

function createMirrorReader(
  connection: Connection,
): Pick<PsaMirrorStore, 'find' | 'byIds' | 'clientsOf' | 'sharedKeys' | 'countBetween'> {
  const documents = documentsOf(connection);
  return {
    async find<K extends MirrorKind>(
      kind: K,
      keys: readonly string[],
    ): Promise<readonly Observation<MirroredItems[K]>[]> {
      const found = await documents[kind].find({ keys: { $in: [...keys] } }).toArray();
      return found.map((document) => present<K>(document));
    },

    async byIds<K extends MirrorKind>(
      kind: K,
      ids: readonly number[],
    ): Promise<readonly Observation<MirroredItems[K]>[]> {
      const found = await documents[kind].find({ _id: { $in: [...ids] } }).toArray();
      return found.map((document) => present<K>(document));
    },

    clientsOf: async (asked) => findClients(connection, asked),

    async sharedKeys(kind, since) {
      const isThere = { $or: [{ observedAt: { $gte: new Date(since) } }, { observedAt: new Date(0) }] };
      const groups = await documents[kind]
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
      return await documents[kind].countDocuments({ _id: { $gt: from, $lt: to } });
    },
  };
}

function createMirrorRemovals(
  connection: Connection,
): Pick<PsaMirrorStore, 'outdate' | 'outdateAbove' | 'remove' | 'removeUnseen' | 'clear'> {
  const documents = documentsOf(connection);
  return {
    async outdate(kind, ids) {
      if (ids.length > 0) {
        await documents[kind].updateMany({ _id: { $in: [...ids] } }, { $set: { observedAt: new Date(0) } });
      }
    },

    async outdateAbove(kind, id, before) {
      await documents[kind].updateMany(
        { _id: { $gt: id }, observedAt: { $lt: new Date(before) } },
        { $set: { observedAt: new Date(0) } },
      );
    },

    async remove(kind, ids) {
      if (ids.length > 0) {
        await documents[kind].deleteMany({ _id: { $in: [...ids] } });
      }
    },

    async removeUnseen(kind, round, before) {
      const { deletedCount } = await documents[kind].deleteMany({
        $or: [
          { round: { $lt: round } },
          { round: { $exists: false }, observedAt: { $lt: new Date(before) } },
        ],
      });
      return deletedCount;
    },

    async clear(kind) {
      await documents[kind].deleteMany({});
    },
  };
}

function present<K extends MirrorKind>({
  _id: id,
  keys,
  domain,
  item,
  observedAt,
  fieldsObservedAt,
}: MirrorDocument): Observation<MirroredItems[K]> {
  return {
    id,
    keys,
    ...(domain === undefined ? {} : { domain }),
    item: item as MirroredItems[K],
    observedAt: observedAt.getTime(),
    ...(fieldsObservedAt === undefined ? {} : { fieldsObservedAt: fieldsObservedAt.getTime() }),
  };
}

/** The progress of the scans of each kind; see `PsaMirrorStore`. */
function createMirrorStates(
  connection: Connection,
): Pick<PsaMirrorStore, 'state' | 'saveState' | 'states' | 'roundSince' | 'demandRound'> {
  const states = mirrorStateModel(connection);
  return {
    state: async (kind) => readState(states, kind),
    saveState: async (state) => saveState(states, state),
    states: async () => readStates(states),
    roundSince: async (since) => roundSince(states, since),
    demandRound: async (since) => demandRound(states, since),
  };
}

async function readState(states: StateModel, kind: MirrorKind): Promise<MirrorState> {
  const document = await states.findById(kind).lean<MirrorStateDocument>();
  return document === null ? unbegunMirror(kind) : presentState(document);
}

async function saveState(states: StateModel, { kind, ...next }: MirrorState): Promise<boolean> {
  // Another process may be the first ever.
  return await unlessDuplicate(async () => {
    const { matchedCount, upsertedCount } = await collectionOf<MirrorStateDocument>(states).updateOne(
      { _id: kind, version: next.version },
      { $set: { ...next, version: next.version + 1 } },
      { upsert: next.version === 0 },
    );
    return matchedCount + upsertedCount === 1;
  });
}

async function readStates(states: StateModel): Promise<readonly MirrorState[]> {
  return await Promise.all(mirrorKinds.map(async (kind) => readState(states, kind)));
}

async function changeState(
  states: StateModel,
  kind: MirrorKind,
  next: (current: MirrorState) => MirrorState,
): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (await saveState(states, next(await readState(states, kind)))) {
      return;
    }
  }
  throw new Error('The state of the mirror keeps changing');
}

async function roundSince(
  states: StateModel,
  since: number,
): Promise<Readonly<Record<MirrorKind, MirrorRound>> | null> {
  const rounds = (await readStates(states)).map(({ complete }) => complete);
  const [tickets, contacts, clients] = rounds.filter(
    (round): round is MirrorRound => round !== null && round.startedAt >= since,
  );
  return tickets === undefined || contacts === undefined || clients === undefined
    ? null
    : { tickets, contacts, clients };
}

async function demandRound(states: StateModel, since: number): Promise<void> {
  for (const kind of mirrorKinds) {
    await changeState(states, kind, (current) => ({
      ...current,
      demandedSince: Math.max(since, current.demandedSince ?? since),
    }));
  }
}

function presentState({ _id: kind, ...state }: MirrorStateDocument): MirrorState {
  return { kind, ...state, unseen: state.unseen ?? 0 };
}
