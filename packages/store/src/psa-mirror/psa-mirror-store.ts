import type {
  MirrorCounts,
  MirroredItems,
  MirrorKind,
  Observation,
  PsaMirrorStore,
  SharedKey,
} from '@leadbridge/usecases';
import type { Connection, mongo } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { findClients } from './find-clients.js';
import { mirrorModel, type MirrorDocument } from './mirror-models.js';
import { createMirrorStates } from './mirror-states.js';
import { writeObservations } from './write-observations.js';

const usualPageSize = 1_000;

interface MirrorModels {
  readonly connection: Connection;
  readonly documents: Readonly<Record<MirrorKind, mongo.Collection<MirrorDocument>>>;
}

/** See `PsaMirrorStore`. */
export function createPsaMirrorStore(connection: Connection): PsaMirrorStore {
  const documentsOf = (kind: MirrorKind) => collectionOf<MirrorDocument>(mirrorModel(connection, kind));
  const models: MirrorModels = {
    connection,
    documents: {
      tickets: documentsOf('tickets'),
      contacts: documentsOf('contacts'),
      clients: documentsOf('clients'),
    },
  };
  return {
    ...createMirrorStates(connection),
    find: async (kind, keys) => findByKeys(models, kind, keys),
    byIds: async (kind, ids) => findByIds(models, kind, ids),
    clientsOf: async (asked) => findClients(connection, asked),
    sharedKeys: async (kind, since) => sharedKeys(models, kind, since),
    countBetween: async (kind, from, to) => countBetween(models, kind, from, to),
    put: async (kind, observations, round) => putObservations(models, kind, observations, round),
    outdate: async (kind, ids) => outdate(models, kind, ids),
    outdateAbove: async (kind, id, before) => outdateAbove(models, kind, id, before),
    remove: async (kind, ids) => removeObservations(models, kind, ids),
    removeUnseen: async (kind, round, before) => removeUnseen(models, kind, round, before),
    clear: async (kind) => clearObservations(models, kind),
    pages: (kind, pageSize) => readPages(models, kind, pageSize),
    counts: async (kind) => countObservations(models, kind),
  };
}

async function findByKeys<K extends MirrorKind>(
  { documents }: MirrorModels,
  kind: K,
  keys: readonly string[],
): Promise<readonly Observation<MirroredItems[K]>[]> {
  const found = await documents[kind].find({ keys: { $in: [...keys] } }).toArray();
  return found.map((document) => present<K>(document));
}

async function findByIds<K extends MirrorKind>(
  { documents }: MirrorModels,
  kind: K,
  ids: readonly number[],
): Promise<readonly Observation<MirroredItems[K]>[]> {
  const found = await documents[kind].find({ _id: { $in: [...ids] } }).toArray();
  return found.map((document) => present<K>(document));
}

async function sharedKeys(
  { documents }: MirrorModels,
  kind: MirrorKind,
  since: number,
): Promise<readonly SharedKey[]> {
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
}

async function countBetween(
  { documents }: MirrorModels,
  kind: MirrorKind,
  from: number,
  to: number,
): Promise<number> {
  return await documents[kind].countDocuments({ _id: { $gt: from, $lt: to } });
}

async function putObservations<K extends MirrorKind>(
  { connection, documents }: MirrorModels,
  kind: K,
  observations: readonly Observation<MirroredItems[K]>[],
  round: number | null,
): Promise<number> {
  const ids = [...new Set(observations.map(({ id }) => id))];
  const seen = round === null ? 0 : await documents[kind].countDocuments({ _id: { $in: ids }, round });
  await writeObservations(connection, kind, observations, round);
  return ids.length - seen;
}

async function outdate({ documents }: MirrorModels, kind: MirrorKind, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) {
    await documents[kind].updateMany({ _id: { $in: [...ids] } }, { $set: { observedAt: new Date(0) } });
  }
}

async function outdateAbove(
  { documents }: MirrorModels,
  kind: MirrorKind,
  id: number,
  before: number,
): Promise<void> {
  await documents[kind].updateMany(
    { _id: { $gt: id }, observedAt: { $lt: new Date(before) } },
    { $set: { observedAt: new Date(0) } },
  );
}

async function removeObservations(
  { documents }: MirrorModels,
  kind: MirrorKind,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0) {
    await documents[kind].deleteMany({ _id: { $in: [...ids] } });
  }
}

async function removeUnseen(
  { documents }: MirrorModels,
  kind: MirrorKind,
  round: number,
  before: number,
): Promise<number> {
  const { deletedCount } = await documents[kind].deleteMany({
    $or: [{ round: { $lt: round } }, { round: { $exists: false }, observedAt: { $lt: new Date(before) } }],
  });
  return deletedCount;
}

async function clearObservations({ documents }: MirrorModels, kind: MirrorKind): Promise<void> {
  await documents[kind].deleteMany({});
}

async function* readPages<K extends MirrorKind>(
  { documents }: MirrorModels,
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
}

async function countObservations({ documents }: MirrorModels, kind: MirrorKind): Promise<MirrorCounts> {
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
