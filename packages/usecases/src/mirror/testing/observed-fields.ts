import { DO_NOT_CONTACT_FIELD, type TicketSnapshot } from '@leadbridge/domain';

import type { Observation } from '../../ports/psa-mirror.js';
import { fieldsObservedAtOf } from '../observed-field-ages.js';

/**
 * Merges a known ticket with its row in a list without custom fields: the row's data plus the known custom
 * fields. If the row shows that the ticket has changed, or it is already known to have changed, it gets no
 * custom fields: they must be read.
 */
export function withObservedFields(
  known: Observation<TicketSnapshot>,
  seen: Observation<TicketSnapshot>,
): Observation<TicketSnapshot> {
  const { lacksCustomFields, stamp: _stamp, ...shown } = seen.item;
  if (lacksCustomFields !== true || !mayBeUnchanged(known, seen.item)) {
    return seen;
  }
  const { customFields, lastUpdatedBy, stamp, details } = known.item;
  return {
    ...seen,
    item: {
      ...shown,
      customFields,
      lastUpdatedBy: shown.lastUpdatedBy ?? lastUpdatedBy,
      ...(stamp === undefined ? {} : { stamp }),
      ...(details === undefined ? {} : { details }),
    },
    fieldsObservedAt: fieldsObservedAtOf(known),
  };
}

/**
 * Whether a list row is the known ticket, by its own key or its stamp, and does not differ from it: a PSA
 * that was restored from a backup reissues ids. MongoDB applies the same rule (`mergeObservedFields` of the store).
 */
function mayBeUnchanged(
  { item: known, observedAt }: Observation<TicketSnapshot>,
  row: TicketSnapshot,
): boolean {
  const isSame =
    (row.ownKey !== undefined && row.ownKey === known.ownKey) ||
    (row.stamp !== undefined && row.stamp.changedAt === known.stamp?.changedAt);
  return (
    isSame &&
    observedAt > 0 &&
    known.lacksCustomFields !== true &&
    known.tickettypeId === row.tickettypeId &&
    known.statusId === row.statusId &&
    known.clientId === row.clientId &&
    known.userId === row.userId &&
    isNotDifferent(row.ownKey, known.ownKey) &&
    isNotDifferent(row.stamp?.changedAt, known.stamp?.changedAt) &&
    isNotDifferent(row.lastUpdatedBy, known.lastUpdatedBy) &&
    (row.doNotContact === undefined ||
      row.doNotContact === (known.customFields[DO_NOT_CONTACT_FIELD] === true))
  );
}

/** A missing value on either side does not count as a difference. */
function isNotDifferent<T>(shown: T | null | undefined, before: T | null | undefined): boolean {
  return shown === null || shown === undefined || before === null || before === undefined || shown === before;
}
