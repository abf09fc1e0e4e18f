import { Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';

import type { Pagination } from '@leadbridge/contracts';

import { usePages } from '../api/hooks.js';
import { DataTable, type Column } from './data-table.js';
import { formatNumber, inWords } from './format.js';
import { useFilters } from './search.js';
import { Empty, ErrorState, Loading } from './states.js';

/** A text to look for, or one of some values. */
export interface FilterField {
  readonly name: string;
  readonly label: string;
  readonly values?: readonly string[];
  readonly type?: 'text' | 'email' | 'date';
}

const rowsPerPage = 50;

/** A list of the API with its filters in the address, page after page. */
export function ListScreen<Row, Answer extends { readonly pagination: Pagination }>(parts: {
  readonly title: string;
  readonly path: string;
  readonly fixed?: Readonly<Record<string, string>>;
  readonly filters: readonly FilterField[];
  readonly rowsOf: (answer: Answer) => readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  readonly empty: ReactNode;
  readonly actions?: ReactNode;
  readonly order?: 1 | 2;
}) {
  const { title, path, fixed = {}, filters: fields, rowsOf, keyOf, columns, empty } = parts;
  const [filters, change] = useFilters();
  const asked = Object.fromEntries(fields.map(({ name }) => [name, filters[name] ?? '']));
  const list = usePages<Answer>(path, { ...fixed, ...asked }, rowsPerPage);
  const pages = list.data?.pages ?? [];
  const rows = pages.flatMap(rowsOf);
  const total = pages[0]?.pagination.total ?? 0;

  return (
    <Stack>
      <Group justify="space-between">
        <Title order={parts.order ?? 1}>{title}</Title>
        {parts.actions}
      </Group>
      <Group align="flex-end" role="search">
        {fields.map((field) => (
          <Filter
            key={field.name}
            field={field}
            value={filters[field.name] ?? ''}
            onChange={(value) => change({ [field.name]: value })}
          />
        ))}
      </Group>
      {list.error === null ? null : <ErrorState error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && list.error === null ? <Loading what={title.toLowerCase()} /> : null}
      {list.isSuccess && rows.length === 0 ? <Empty>{empty}</Empty> : null}
      {rows.length === 0 ? null : (
        <>
          <Text size="sm" c="dimmed" role="status">
            {formatNumber(rows.length)} of {formatNumber(total)}
          </Text>
          <DataTable label={title} columns={columns} rows={rows} keyOf={keyOf} />
        </>
      )}
      {list.hasNextPage ? (
        <ShowMore isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      ) : null}
    </Stack>
  );
}

function ShowMore({ isLoading, onMore }: { readonly isLoading: boolean; readonly onMore: () => void }) {
  return (
    <Group>
      <Button variant="default" loading={isLoading} onClick={onMore}>
        Show more
      </Button>
    </Group>
  );
}

function Filter({
  field,
  value,
  onChange,
}: {
  readonly field: FilterField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { label, values, type = 'text' } = field;
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  const changeSoon = useDebouncedCallback(onChange, 250);
  if (shown !== value) {
    // The address was changed by something else, such as the browser's way back.
    setShown(value);
    setTyped(value);
  }
  if (values !== undefined) {
    return (
      <Select
        label={label}
        placeholder="All"
        clearable
        data={values.map((each) => ({ value: each, label: inWords(each) }))}
        value={value === '' ? null : value}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  }
  return (
    <TextInput
      label={label}
      type={type}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        changeSoon(event.currentTarget.value);
      }}
    />
  );
}
