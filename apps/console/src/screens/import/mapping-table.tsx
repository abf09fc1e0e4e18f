import { Alert, Badge, Group, Select, Stack } from '@mantine/core';

import { DataTable } from '../../parts/data-table.js';
import { Section } from '../../parts/section.js';
import { fields, fieldsTwice, type ColumnMapping, type Mapping } from './file/mapping.js';
import type { FileSummary } from './file/protocol.js';
import { SavedMappings } from './saved-mappings.js';

/** Which column becomes which field. */
export function MappingTable({
  summary,
  mapping,
  onChange,
}: {
  readonly summary: FileSummary;
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}) {
  const twice = fieldsTwice(mapping);
  const choose = (column: string, field: string | null): void =>
    onChange(mapping.map((each) => (each.column === column ? { column, field, isGuess: false } : each)));
  return (
    <Section title="Columns">
      <Stack>
        <DataTable<ColumnMapping>
          label="Columns and their fields"
          minWidth={320}
          rows={mapping.filter(({ column }) => column !== '')}
          keyOf={({ column }) => column}
          columns={[
            { name: 'Column', show: ({ column }) => column },
            {
              name: 'Field',
              show: ({ column, field, isGuess }) => (
                <Group gap="xs">
                  <Select
                    aria-label={`Field of the column ${column}`}
                    data={[...fields]}
                    value={field}
                    clearable
                    searchable
                    placeholder={summary.kind === 'json' ? 'As is' : 'Not imported'}
                    onChange={(value) => choose(column, value)}
                  />
                  {isGuess ? (
                    <Badge variant="outline" color="gray">
                      guess
                    </Badge>
                  ) : null}
                </Group>
              ),
            },
          ]}
        />
        {twice.length === 0 ? null : (
          <Alert color="yellow">
            More than one column becomes {twice.join(', ')}: of each row, the first that is not empty counts.
          </Alert>
        )}
        <SavedMappings columns={summary.columns} mapping={mapping} onChange={onChange} />
      </Stack>
    </Section>
  );
}
