import type { NewJobRow } from '@leadbridge/usecases';

const maxRows = 1_000;

/** Writing a value for MongoDB takes about a microsecond, and all values of an insert are written at once. */
const maxValues = 20_000;

/**
 * Rows in the groups that are inserted together: few requests to MongoDB, and none that keeps the process from everybody else, whatever the
 * rows hold.
 */
export function* insertGroups(rows: readonly NewJobRow[]): Iterable<readonly NewJobRow[]> {
  let group: NewJobRow[] = [];
  let values = 0;
  for (const row of rows) {
    const own = countValues(row.data);
    if (group.length === maxRows || (group.length > 0 && values + own > maxValues)) {
      yield group;
      group = [];
      values = 0;
    }
    group.push(row);
    values += own;
  }
  if (group.length > 0) {
    yield group;
  }
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) {
    return 1;
  }
  return Object.values(value).reduce((sum: number, item: unknown) => sum + countValues(item), 1);
}
