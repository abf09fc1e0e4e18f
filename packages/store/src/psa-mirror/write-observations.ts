import type { MirroredItems, MirrorKind, Observation, Observations } from '@leadbridge/usecases';
import type { Connection, mongo } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { unawaited } from '../write-concern.js';
import { keptFields } from './keep-fields.js';
import { mirrorKinds, mirrorModel, type MirrorDocument } from './mirror-models.js';

/** Replaces earlier observations; keeps those that were sent later, and what a list does not show. */
export async function writeObservations<K extends MirrorKind>(
  connection: Connection,
  kind: K,
  observations: readonly Observation<MirroredItems[K]>[],
  round: number | null,
): Promise<void> {
  if (observations.length === 0) {
    return;
  }
  await collectionOf(mirrorModel(connection, kind)).bulkWrite(
    observations.map((observation) => upsertOf(observation, round)),
    { ordered: false, ...unawaited },
  );
}

/** Stores what a piece of work has written to the PSA, once it is recorded. */
export async function writeOwnObservations(
  connection: Connection,
  observations: Observations,
): Promise<void> {
  await Promise.all(
    mirrorKinds.map(async (kind) => writeObservations(connection, kind, observations[kind] ?? [], null)),
  );
}

function upsertOf(
  { id, keys, domain, item, observedAt }: Observation<object>,
  round: number | null,
): mongo.AnyBulkWriteOperation<MirrorDocument> {
  const at = new Date(observedAt);
  const isLater = { $gt: ['$observedAt', at] };
  const known = keptFields(item);
  const unlessLater = (field: string, value: unknown) => ({ $cond: [isLater, `$${field}`, value] });
  const orKnown = (ofKnown: unknown, other: unknown) =>
    known === null ? other : { $cond: [known.keeps, ofKnown, other] };
  return {
    updateOne: {
      filter: { _id: id },
      update: [
        {
          $set: {
            keys: unlessLater('keys', { $literal: [...keys] }),
            domain: unlessLater('domain', domain === undefined ? '$$REMOVE' : { $literal: domain }),
            item: unlessLater('item', orKnown(known?.item, { $literal: item })),
            fieldsObservedAt: unlessLater(
              'fieldsObservedAt',
              orKnown({ $ifNull: ['$fieldsObservedAt', '$observedAt'] }, '$$REMOVE'),
            ),
            ...(round === null ? {} : { round }),
          },
        },
        { $set: { observedAt: { $max: ['$observedAt', at] } } },
      ],
      upsert: true,
    },
  };
}
