import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** Names and values, one to a line. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <Table variant="vertical" withTableBorder layout="fixed">
      <Table.Tbody>
        {facts.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w={{ base: 120, sm: 200 }} scope="row">
              {name}
            </Table.Th>
            <Table.Td>{value ?? '–'}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
