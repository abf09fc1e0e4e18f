import type { MirrorKind, Observation, Observations, Observed } from '@leadbridge/usecases';
import { DO_NOT_CONTACT_FIELD, type TicketSnapshot } from '@leadbridge/domain';
import type { ClientSession, Connection, mongo } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { unawaited } from '../write-concern.js';
import { mirroredId, mirrorModel, type MirrorDocument } from './mirror-models.js';

/** How MongoDB replaces a known ticket. */
interface ObservedFieldsMerge {
  /** Whether the known custom fields are kept. */
  readonly keeps: object;
  /** The document that is stored then. */
  readonly item: object;
}

/** Replaces earlier observations; keeps those that were sent later, and what a list does not show. */
export async function writeObservations<K extends MirrorKind>(
  connection: Connection,
  kind: K,
  observations: readonly Observed<K>[],
  ofRound?: { readonly round: number; readonly session: ClientSession },
): Promise<void> {
  await write(
    connection,
    observations.map((observation) => upsertOf(kind, observation, ofRound?.round ?? null)),
    ofRound?.session,
  );
}

/** Stores what a piece of work has written to the PSA: in the transaction that records it, or behind its commit. */
export async function writeOwnObservations(
  connection: Connection,
  observations: Observations,
  kinds: readonly MirrorKind[],
  session?: ClientSession,
): Promise<void> {
  await write(
    connection,
    kinds.flatMap((kind) =>
      (observations[kind] ?? []).map((observation) => upsertOf(kind, observation, null)),
    ),
    session,
  );
}

async function write(
  connection: Connection,
  upserts: mongo.AnyBulkWriteOperation<MirrorDocument>[],
  session?: ClientSession,
): Promise<void> {
  if (upserts.length > 0) {
    await collectionOf<MirrorDocument>(mirrorModel(connection)).bulkWrite(upserts, {
      ordered: false,
      ...(session === undefined ? unawaited : { session }),
    });
  }
}

function upsertOf(
  kind: MirrorKind,
  { id, keys, domain, item, observedAt }: Observation<object>,
  round: number | null,
): mongo.AnyBulkWriteOperation<MirrorDocument> {
  const at = new Date(observedAt);
  const isLater = { $gt: ['$observedAt', at] };
  const known = mergeObservedFields(item);
  const unlessLater = (field: string, value: unknown) => ({ $cond: [isLater, `$${field}`, value] });
  const orKnown = (ofKnown: unknown, other: unknown) =>
    known === null ? other : { $cond: [known.keeps, ofKnown, other] };
  return {
    updateOne: {
      filter: { _id: mirroredId(kind, id) },
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

/**
 * Merges a known ticket with its row in a list without custom fields, as expressions, so that concurrent changes are
 * considered. A row is the known ticket by its own key or its stamp, because a PSA that was restored from a backup
 * reissues ids. Null for a row that shows its fields itself.
 */
function mergeObservedFields(row: object): ObservedFieldsMerge | null {
  if (!isRowWithoutFields(row)) {
    return null;
  }
  const { lacksCustomFields: _lacks, stamp, ...shown } = row;
  const { tickettypeId, statusId, clientId, userId, ownKey, lastUpdatedBy, doNotContact } = row;
  const changedAt = stamp?.changedAt;
  const isEqual = (field: string, value: unknown): object => ({
    $eq: [`$item.${field}`, { $literal: value }],
  });
  const isNotDifferent = (field: string, value: unknown): object => ({
    $eq: [{ $ifNull: [`$item.${field}`, { $literal: value }] }, { $literal: value }],
  });
  const known = Object.entries({ ownKey, 'stamp.changedAt': changedAt, lastUpdatedBy }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return {
    keeps: {
      $and: [
        { $gt: ['$observedAt', new Date(0)] },
        { $ne: ['$item.lacksCustomFields', true] },
        {
          $or: known
            .filter(([field]) => field !== 'lastUpdatedBy')
            .map(([field, value]) => isEqual(field, value)),
        },
        ...Object.entries({ tickettypeId, statusId, clientId, userId }).map(([field, value]) =>
          isEqual(field, value),
        ),
        ...known.map(([field, value]) => isNotDifferent(field, value)),
        ...(doNotContact === undefined
          ? []
          : [{ $eq: [{ $eq: [`$item.customFields.${DO_NOT_CONTACT_FIELD}`, true] }, doNotContact] }]),
      ],
    },
    item: {
      $mergeObjects: [
        { $literal: shown },
        {
          customFields: '$item.customFields',
          ...(lastUpdatedBy === null ? { lastUpdatedBy: '$item.lastUpdatedBy' } : {}),
          stamp: '$item.stamp',
          details: '$item.details',
        },
      ],
    },
  };
}

function isRowWithoutFields(row: object): row is TicketSnapshot {
  return 'lacksCustomFields' in row && row.lacksCustomFields === true;
}
