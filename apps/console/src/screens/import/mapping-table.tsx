import {
  Alert,
  Group,
  Select,
  Stack,
  Text,
  type ComboboxParsedItem,
  type OptionsFilter,
  type SelectProps,
} from '@mantine/core';
import { useDeferredValue, useState } from 'react';

import { DataTable } from '../../parts/data-table.js';
import { Status } from '../../parts/status.js';
import { fieldsTwice, type ColumnMapping, type Mapping } from './file/mapping.js';
import type { FilePurpose } from './file/lead-file.js';
import type { FileSummary } from './file/protocol.js';
import { isFieldFor, leadFieldChoices, leadFieldLabel, optOutFieldChoices } from './lead-field-choices.js';
import { SavedMappings } from './saved-mappings.js';

const none: Mapping = [];

/** Which column becomes which field. */
export function MappingTable({
  summary,
  mapping,
  onChange,
  purpose = 'leads',
}: {
  readonly summary: FileSummary;
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
  readonly purpose?: FilePurpose;
}) {
  // Many columns are drawn piece by piece, so that the page responds meanwhile.
  const drawn = useDeferredValue(mapping, none);
  const twice = fieldsTwice(mapping);
  const choose = (column: string, field: string | null): void =>
    onChange(mapping.map((each) => (each.column === column ? { column, field, isGuess: false } : each)));
  return (
    <Stack>
      <DataTable<ColumnMapping>
        label="Columns and their fields"
        minWidth={320}
        rows={drawn.filter(({ column }) => column !== '')}
        keyOf={({ column }) => column}
        columns={[
          { name: 'Column', show: ({ column }) => column },
          {
            name: 'Sample values',
            show: ({ column }) => (
              <Text size="sm" c="dimmed">
                {summary.samples[summary.columns.indexOf(column)]?.join(' · ') ?? ''}
              </Text>
            ),
          },
          {
            name: 'Field',
            show: ({ column, field, isGuess }) => (
              <Group gap="xs">
                <FieldChoice
                  column={column}
                  choices={purpose === 'leads' ? leadFieldChoices : optOutFieldChoices}
                  value={field}
                  placeholder={summary.kind === 'json' ? 'As is' : 'Not imported'}
                  onChange={(value) => choose(column, value)}
                />
                {isGuess ? <Status value="guess" tone="amber" /> : null}
              </Group>
            ),
          },
        ]}
      />
      {twice.length === 0 ? null : (
        <Alert color="yellow">
          More than one column becomes {twice.map(leadFieldLabel).join(', ')}:{' '}
          {purpose === 'leads' ? 'of each row, the first that is not empty counts.' : 'each of them counts.'}
        </Alert>
      )}
      {purpose === 'leads' && summary.kind === 'table' && mapping.every(({ field }) => field !== 'email') ? (
        <Alert color="yellow">
          No column becomes Email: leads are told apart by company and name, or by phone.
        </Alert>
      ) : null}
      {purpose === 'leads' ? (
        <SavedMappings columns={summary.columns} mapping={mapping} onChange={onChange} />
      ) : null}
    </Stack>
  );
}

const byAnyName: OptionsFilter = ({ options, search }) =>
  options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) {
      return isFieldFor(search, option) ? [option] : [];
    }
    const items = option.items.filter((item) => isFieldFor(search, item));
    return items.length === 0 ? [] : [{ ...option, items }];
  });

/**
 * The choices are drawn when somebody comes to the field, or the many of a file would hold up the page. They must be there before they open,
 * for the keyboard and for screen readers.
 */
function FieldChoice({
  column,
  choices,
  ...select
}: Pick<SelectProps, 'value' | 'placeholder' | 'onChange'> & {
  readonly column: string;
  readonly choices: NonNullable<SelectProps['data']>;
}) {
  const [isReached, setReached] = useState(false);
  return (
    <Select
      {...select}
      aria-label={`Field of the column ${column}`}
      data={choices}
      clearable
      searchable
      filter={byAnyName}
      nothingFoundMessage="No field has this name."
      comboboxProps={{ keepMounted: isReached }}
      openOnFocus={false}
      onFocus={() => setReached(true)}
    />
  );
}
