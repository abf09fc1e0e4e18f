import { Table } from '@mantine/core';
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
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string;
  readonly minWidth?: number;
}) {
  return (
    <div className="scroll" role="region" aria-label={label} tabIndex={0}>
      <Table miw={minWidth} className="cards" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name }) => (
              <Table.Th key={name} scope="col">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={keyOf(row, index)}>
              {columns.map(({ name, show }) => (
                <Table.Td key={name} data-label={name}>
                  {show(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
