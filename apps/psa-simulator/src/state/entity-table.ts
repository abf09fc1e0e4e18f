import { SearchIndex, type Matching, type SearchTexts } from './search-index.js';
import { addSorted, removeSorted } from './sorted-ids.js';

/** The names of a row's numeric fields: those that a table can index. */
export type NumericField<Row> = {
  [Name in keyof Row]-?: Row[Name] extends number ? Name : never;
}[keyof Row] &
  string;

export interface TableOptions<Row> {
  /** Fields that queries filter by; each keeps its rows in order of id. */
  readonly indexed: readonly NumericField<Row>[];
  readonly firstId: number;
  /** The texts that `search` looks in; without it the table cannot be searched. */
  readonly texts?: (row: Row) => SearchTexts;
  /** Called after every change. */
  readonly changed: () => void;
}

export interface TableQuery<Row> {
  readonly filters: readonly (readonly [field: NumericField<Row>, value: number])[];
  /** A loose, case-insensitive substring; with `words` each of its words is one. */
  readonly search?: string;
  readonly matching?: Matching;
  /** A further condition with a name, so that pages of one query can share their result. */
  readonly condition?: { readonly name: string; readonly matches: (row: Row) => boolean };
}

const remembered = 16;

/**
 * Rows by id with indexes, made for paging through hundreds of thousands: a query with one filter is a slice of an
 * index, and the result of any other is remembered until the table changes.
 */
export class EntityTable<Row extends { readonly id: number }> {
  readonly #options: TableOptions<Row>;
  readonly #rows = new Map<number, Row>();
  readonly #ids: number[] = [];
  readonly #indexes = new Map<NumericField<Row>, Map<number, number[]>>();
  readonly #search = new SearchIndex();
  readonly #results = new Map<string, readonly number[]>();
  /** Rows that searches do not show yet, and until when (of `performance.now()`). */
  readonly #hiddenUntil = new Map<number, number>();
  #nextId: number;

  constructor(options: TableOptions<Row>) {
    this.#options = options;
    this.#nextId = options.firstId;
    for (const field of options.indexed) {
      this.#indexes.set(field, new Map());
    }
  }

  get size(): number {
    return this.#rows.size;
  }

  nextId(): number {
    return this.#nextId++;
  }

  get(id: number): Row | undefined {
    return this.#rows.get(id);
  }

  all(): Row[] {
    return this.rows(this.#ids);
  }

  rows(ids: readonly number[]): Row[] {
    return ids.flatMap((id) => this.#rows.get(id) ?? []);
  }

  insert(row: Row): Row {
    this.#results.clear();
    this.#nextId = Math.max(this.#nextId, row.id + 1);
    this.#rows.set(row.id, row);
    addSorted(this.#ids, row.id);
    for (const field of this.#options.indexed) {
      this.#indexRow(field, row);
    }
    this.refreshSearch(row.id);
    this.#options.changed();
    return row;
  }

  update(row: Row, changes: Partial<Row>): void {
    this.#results.clear();
    for (const field of this.#options.indexed) {
      if (field in changes && changes[field] !== row[field]) {
        this.#unindexRow(field, row);
      }
    }
    Object.assign(row, changes);
    for (const field of this.#options.indexed) {
      if (field in changes) {
        this.#indexRow(field, row);
      }
    }
    this.refreshSearch(row.id);
    this.#options.changed();
  }

  remove(id: number): void {
    const row = this.#rows.get(id);
    if (row === undefined) {
      return;
    }
    this.#results.clear();
    for (const field of this.#options.indexed) {
      this.#unindexRow(field, row);
    }
    removeSorted(this.#ids, id);
    this.#search.delete(id);
    this.#rows.delete(id);
    this.#options.changed();
  }

  clear(): void {
    this.#rows.clear();
    this.#ids.length = 0;
    this.#search.clear();
    this.#results.clear();
    this.#hiddenUntil.clear();
    for (const index of this.#indexes.values()) {
      index.clear();
    }
    this.#nextId = this.#options.firstId;
    this.#options.changed();
  }

  /** Builds a row's searched texts again, after something changed that they are taken from. */
  refreshSearch(id: number): void {
    const row = this.#rows.get(id);
    if (row !== undefined && this.#options.texts !== undefined) {
      this.#results.clear();
      this.#search.set(id, this.#options.texts(row));
    }
  }

  /** Keeps a row out of what `select` finds by a search. */
  hideFromSearch(id: number, milliseconds: number): void {
    if (milliseconds > 0) {
      this.#hiddenUntil.set(id, performance.now() + milliseconds);
    }
  }

  /** Ids of the rows whose indexed field has the value, ascending. The list is live: do not change it. */
  idsBy(field: NumericField<Row>, value: number): readonly number[] {
    return this.#indexes.get(field)?.get(value) ?? [];
  }

  /** Ids of all rows that the query selects, ascending. The list may be live: slice it at once. */
  select(query: TableQuery<Row>): readonly number[] {
    const needle = query.search?.trim().toLowerCase() ?? '';
    const [first, ...rest] = query.filters;
    if (needle === '' && query.condition === undefined && rest.length === 0) {
      return first === undefined ? this.#ids : this.idsBy(first[0], first[1]);
    }
    const key = JSON.stringify([query.filters, needle, query.matching, query.condition?.name]);
    const result = this.#results.get(key) ?? this.#remember(key, this.#filter(query, needle));
    return needle === '' ? result : result.filter((id) => !this.#isHidden(id));
  }

  #remember(key: string, result: readonly number[]): readonly number[] {
    if (this.#results.size >= remembered) {
      this.#results.clear();
    }
    this.#results.set(key, result);
    return result;
  }

  #isHidden(id: number): boolean {
    const until = this.#hiddenUntil.get(id);
    if (until !== undefined && until <= performance.now()) {
      this.#hiddenUntil.delete(id);
      return false;
    }
    return until !== undefined;
  }

  #filter({ filters, condition, matching = 'phrase' }: TableQuery<Row>, needle: string): readonly number[] {
    let candidates: readonly number[] = this.#ids;
    for (const [field, value] of filters) {
      const ids = this.idsBy(field, value);
      candidates = ids.length < candidates.length ? ids : candidates;
    }
    const found = needle === '' || matching === 'words' ? null : this.#search.candidates(needle);
    if (found !== null && found.length < candidates.length) {
      candidates = found;
    }
    return candidates.filter((id) => {
      const row = this.#rows.get(id);
      return (
        row !== undefined &&
        filters.every(([field, value]) => row[field] === value) &&
        (needle === '' || this.#search.matches(id, needle, matching)) &&
        (condition === undefined || condition.matches(row))
      );
    });
  }

  #indexRow(field: NumericField<Row>, row: Row): void {
    const value: unknown = row[field];
    const index = this.#indexes.get(field);
    if (typeof value !== 'number' || index === undefined) {
      return;
    }
    const ids = index.get(value);
    if (ids === undefined) {
      index.set(value, [row.id]);
    } else {
      addSorted(ids, row.id);
    }
  }

  #unindexRow(field: NumericField<Row>, row: Row): void {
    const value: unknown = row[field];
    const ids = typeof value === 'number' ? this.#indexes.get(field)?.get(value) : undefined;
    if (ids !== undefined) {
      removeSorted(ids, row.id);
    }
  }
}
