export type SortValue = string | number | null;

export interface Sortable<Row> {
  readonly name: string;
  /** What the column is sorted by; without it, it is not. */
  readonly sortBy?: (row: Row) => SortValue;
}

/** How rows are sorted: by the column of this name, downwards behind a minus; an empty text leaves them as they came. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Sortable<Row>[],
  sort: string,
): readonly Row[] {
  const sortBy = columns.find(({ name }) => name === sort.replace(/^-/u, ''))?.sortBy;
  if (sortBy === undefined) {
    return rows;
  }
  const sign = sort.startsWith('-') ? -1 : 1;
  return [...rows].sort((left, right) => compare(sortBy(left), sortBy(right), sign));
}

/** What a click on the head of a column sorts by: upwards, downwards, and then not at all. */
export function nextSort(sort: string, column: string): string {
  return sort === column ? `-${column}` : sort === `-${column}` ? '' : column;
}

/** Of the head of a column, as the browser tells it. */
export function sortOf(sort: string, column: string): 'ascending' | 'descending' | 'none' {
  return sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none';
}

/** What a list can be sorted by, where there are no heads to click on: both directions of each column. */
export function sortChoices(
  columns: readonly Sortable<never>[],
): readonly { value: string; label: string }[] {
  return columns
    .filter(({ sortBy }) => sortBy !== undefined)
    .flatMap(({ name }) => [
      { value: name, label: `${name}, ascending` },
      { value: `-${name}`, label: `${name}, descending` },
    ]);
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** What is missing comes last, either way. */
function compare(left: SortValue, right: SortValue, sign: number): number {
  if (left === null || right === null) {
    return Number(left === null) - Number(right === null);
  }
  return typeof left === 'number' && typeof right === 'number'
    ? (left - right) * sign
    : collator.compare(String(left), String(right)) * sign;
}
