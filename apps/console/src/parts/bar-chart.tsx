import { Table } from '@mantine/core';

import { formatNumber } from './format.js';

export interface Bar {
  readonly name: string;
  readonly value: number;
  /** What is read beside the bar, where it is not the number alone. */
  readonly text?: string;
}

/** Values beside each other: a table that draws its numbers, so that it is read as well as seen. */
export function BarChart({ label, bars }: { readonly label: string; readonly bars: readonly Bar[] }) {
  const largest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <Table aria-label={label}>
      <Table.Tbody>
        {bars.map(({ name, value, text = formatNumber(value) }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" w="35%">
              {name}
            </Table.Th>
            <Table.Td>
              <svg width="100%" height="14" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden>
                <rect
                  width={(value / largest) * 100}
                  height="14"
                  fill="var(--mantine-primary-color-filled)"
                />
              </svg>
            </Table.Td>
            <Table.Td w={110}>{text}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
