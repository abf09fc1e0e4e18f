import type { ReactNode } from 'react';

import type { Column } from './data-table.js';
import type { SortValue } from './sorting.js';
import { Status } from './status.js';
import { Time } from './time.js';

/** A column that shows one value of each row, and what belongs to it, or a dash where there is none; it is sorted by the value. */
export function column<Row, Value extends SortValue | undefined>(
  name: string,
  of: (row: Row) => Value,
  show: (value: NonNullable<Value>, row: Row) => ReactNode = String,
): Column<Row> {
  return {
    name,
    show: (row) => {
      const value = of(row);
      return value === null || value === undefined ? '–' : show(value, row);
    },
    sortBy: (row) => of(row) ?? null,
  };
}

export const asTime = (iso: string) => <Time iso={iso} />;
export const asStatus = (value: string) => <Status value={value} />;
