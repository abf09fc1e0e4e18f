import { DO_NOT_CONTACT_FIELD, type TicketSnapshot } from '@leadbridge/domain';

/** How MongoDB replaces a known ticket. */
export interface KeptFields {
  /** Whether the known custom fields are kept. */
  readonly keeps: object;
  /** The document that is stored then. */
  readonly item: object;
}

/**
 * The rule of `withKnownFields` as expressions, so that concurrent changes are considered. Null for a row
 * that shows its fields itself.
 */
export function keptFields(row: object): KeptFields | null {
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
