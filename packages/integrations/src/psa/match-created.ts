import { storedForm } from '@leadbridge/domain';

import { type JsonRecord, readField } from './read-json.js';

/** Every plain field that both have is equal, and there is at least one. */
function holds(row: JsonRecord, item: object): boolean {
  let equal = 0;
  for (const [name, written] of Object.entries(item)) {
    if (typeof written !== 'string' && typeof written !== 'number' && typeof written !== 'boolean') {
      continue;
    }
    const stored = readField(row, name);
    if (typeof stored === 'string' || typeof stored === 'number' || typeof stored === 'boolean') {
      if (storedForm(stored).toLowerCase() !== storedForm(written).toLowerCase()) {
        return false;
      }
      equal += 1;
    }
  }
  return equal > 0;
}

/**
 * The row of each item, by the item's position, from a response that lists what was created without
 * identifying it. Only unambiguous rows are matched: an item that fits exactly one row, and a row that fits
 * exactly one item.
 */
export function matchCreated(
  rows: readonly JsonRecord[],
  items: readonly object[],
): ReadonlyMap<number, JsonRecord> {
  const fitting = items.map((item) => rows.filter((row) => holds(row, item)));
  const claims = new Map<JsonRecord, number>();
  for (const row of fitting.flat()) {
    claims.set(row, (claims.get(row) ?? 0) + 1);
  }
  const matched = new Map<number, JsonRecord>();
  for (const [index, candidates] of fitting.entries()) {
    const [row] = candidates;
    if (row !== undefined && candidates.length === 1 && claims.get(row) === 1) {
      matched.set(index, row);
    }
  }
  return matched;
}
