import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly name: string;
  readonly show: (row: Row) => ReactNode;
}

/** A table that scrolls sideways by itself where the screen is too narrow for it, also by keyboard. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  minWidth = 640,
  onOpen,
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string;
  readonly minWidth?: number;
  /** What a click anywhere in a row does; a control in the row must do it too, for the keyboard. */
  readonly onOpen?: ((row: Row) => void) | undefined;
}) {
  return (
    <div className="scroll" role="group" aria-label={label} tabIndex={0}>
      <table className="table cards" style={{ minWidth }}>
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
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
