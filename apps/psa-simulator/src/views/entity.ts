import type { Dialect } from '../switches.js';
import type { CustomFieldSelection } from '../http/read-query.js';
import type { EntityTable, NumericField } from '../state/entity-table.js';
import type { Author, PsaState } from '../state/psa-state.js';
import type { Input } from '../state/read-input.js';

/** What presenting an entity depends on. */
export interface Presentation {
  readonly state: PsaState;
  readonly dialect: Dialect;
  readonly customFields: CustomFieldSelection;
}

/** One kind of entity behind the common routes: list, read, create one or many, change. */
export interface Entity<Row extends { readonly id: number }> {
  /** For example `/Tickets`. */
  readonly path: string;
  /** The key of its lists, and of a single one when it is wrapped. */
  readonly listKey: string;
  readonly key: string;
  /** Filters of its lists that name an indexed field. */
  readonly filters: readonly NumericField<Row>[];
  /** True where its lists can be searched. */
  readonly searchable: boolean;
  /** Leaves out what is closed, where a list is asked for with `open_only`. */
  readonly isOpen?: (state: PsaState, row: Row) => boolean;
  table(state: PsaState): EntityTable<Row>;
  present(row: Row, presentation: Presentation): unknown;
  create(state: PsaState, input: Input, author: Author, dialect: Dialect): Row;
  update(state: PsaState, row: Row, input: Input, author: Author): void;
}
