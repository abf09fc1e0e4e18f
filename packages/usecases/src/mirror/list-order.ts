import type { ListOrder } from '../ports/psa-mirror.js';

/** This many ids in order are no coincidence. */
export const minIdsForOrder = 8;

/** The order of the ids on a page; null if there are fewer than two. */
export function orderOfIds(ids: readonly number[]): ListOrder | null {
  const steps = ids.slice(1).map((id, index) => Math.sign(id - (ids[index] ?? id)));
  const isAll = (sign: number): boolean => steps.every((step) => step === sign);
  if (steps.length === 0) {
    return null;
  }
  return isAll(-1) ? 'newest_first' : isAll(1) ? 'oldest_first' : 'unknown';
}

/** The common order of two pages, each of which shows an order or none. */
export function combinedOrder(one: ListOrder | null, other: ListOrder | null): ListOrder | null {
  if (one === null || other === null) {
    return one ?? other;
  }
  return one === other ? one : 'unknown';
}

/**
 * Whether a page continues in order from the end of the previous one. It may start with rows that were
 * already shown, if new entities have pushed them there.
 *
 * @param lastId the lowest (newest first) or highest (oldest first) id on the previous pages
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
