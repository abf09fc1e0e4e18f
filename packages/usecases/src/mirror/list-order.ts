import type { ListOrder } from '../ports/psa-mirror.js';

/** So many ids do not stand in a row by chance. */
export const minIdsForOrder = 8;

/** The order in which a page shows its ids; null where there are not two of them. */
export function orderOfIds(ids: readonly number[]): ListOrder | null {
  const steps = ids.slice(1).map((id, index) => Math.sign(id - (ids[index] ?? id)));
  const isAll = (sign: number): boolean => steps.every((step) => step === sign);
  if (steps.length === 0) {
    return null;
  }
  return isAll(-1) ? 'newest_first' : isAll(1) ? 'oldest_first' : 'unknown';
}

/** The order of two pages together, of which both tell one or say nothing. */
export function combinedOrder(one: ListOrder | null, other: ListOrder | null): ListOrder | null {
  if (one === null || other === null) {
    return one ?? other;
  }
  return one === other ? one : 'unknown';
}

/**
 * Whether a page goes on in the order where the one before ended. Rows that were shown before stand first on it where newcomers have
 * pushed them there.
 *
 * @param lastId the lowest (newest first) or highest (oldest first) id of the pages before
 */
export function goesOn(order: ListOrder | null, lastId: number | null, ids: readonly number[]): boolean {
  if (lastId === null || ids.length === 0) {
    return true;
  }
  switch (order) {
    case 'newest_first':
      return Math.min(...ids) < lastId;
    case 'oldest_first':
      return Math.max(...ids) > lastId;
    default:
      return true;
  }
}
