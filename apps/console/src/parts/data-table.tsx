import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';

import { nextSort, sortedRows, sortOf, type Sortable } from './sorting.js';

export interface Column<Row> extends Sortable<Row> {
  readonly show: (row: Row) => ReactNode;
}

/** How a table is sorted, and what to do when somebody sorts it otherwise. */
export interface Sorting {
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

/** A table that scrolls sideways by itself where the screen is too narrow for it, also by keyboard; nothing without rows. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  minWidth = 640,
  onOpen,
  isDense = false,
  sorting,
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string;
  readonly minWidth?: number;
  /** What a click anywhere in a row does; a control in the row must do it too, for the keyboard. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** On a phone, with short values side by side and only the first one named. */
  readonly isDense?: boolean | undefined;
  readonly sorting?: Sorting;
}) {
  const shown = sorting === undefined ? rows : sortedRows(rows, columns, sorting.sort);
  return rows.length === 0 ? null : (
    <div className="scroll" role="group" aria-label={label} tabIndex={0}>
      <table className={isDense ? 'table cards close' : 'table cards'} style={{ minWidth }}>
        <thead>
          <tr>
            {columns.map(({ name, sortBy }) => (
              <Head key={name} name={name} {...(sortBy === undefined ? {} : { sorting })} />
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            <tr
              key={keyOf(row, index)}
              className={onOpen === undefined ? undefined : 'opens'}
              onClick={({ target }) => {
                if (target instanceof Element && target.closest('a, button') === null) {
                  onOpen?.(row);
                }
              }}
            >
              {columns.map(({ name, show }) => (
                <td key={name} data-label={name}>
                  {show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const arrows = { ascending: ' ↑', descending: ' ↓', none: '' } as const;

function Head({ name, sorting }: { readonly name: string; readonly sorting?: Sorting | undefined }) {
  if (sorting === undefined) {
    return <th scope="col">{name}</th>;
  }
  const { sort, onSort } = sorting;
  const direction = sortOf(sort, name);
  return (
    <th scope="col" aria-sort={direction}>
      <UnstyledButton className="sorts" onClick={() => onSort(nextSort(sort, name))}>
        {name}
        <span aria-hidden>{arrows[direction]}</span>
      </UnstyledButton>
    </th>
  );
}
