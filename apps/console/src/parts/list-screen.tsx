import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import type { Pagination } from '@leadbridge/contracts';

import { usePages } from '../api/hooks.js';
import { addressOf } from '../api/leadbridge.js';
import { DataTable, type Column, type Sorting } from './data-table.js';
import { Filters, type FilterField } from './filters.js';
import { formatNumber } from './format.js';
import { useFilters } from './search.js';
import { sortChoices, type Sortable } from './sorting.js';
import { Empty, ErrorState, Loading } from './states.js';

const rowsPerPage = 50;

/** Of leads, prospects and opportunities, whose lists begin with the oldest otherwise. */
export const newestFirst = { order: 'desc' };

/** A list of the API with its filters in the address, page after page. */
export function ListScreen<Row, Result extends { readonly pagination: Pagination }>(parts: {
  readonly title: string;
  readonly path: string;
  readonly fixed?: Readonly<Record<string, string>>;
  readonly filters?: readonly FilterField[];
  readonly rowsOf: (response: Result) => readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  /** What is said of a list that has nothing in it, and of one that the filters leave nothing of. */
  readonly empty: ReactNode;
  readonly noMatch?: ReactNode | undefined;
  readonly actions?: ReactNode;
  /** The file of an export of all that the filters let through, not of the page alone. */
  readonly exportAs?: string;
  readonly order?: 1 | 2;
  readonly onOpen?: (row: Row) => void;
  /** On a phone, with short values side by side. */
  readonly isDense?: boolean;
}) {
  const { title, path, fixed = {}, filters: fields = [], rowsOf, keyOf, columns } = parts;
  const [filters, change] = useFilters();
  const asked = Object.fromEntries(fields.map(({ name }) => [name, filters[name] ?? '']));
  const list = usePages<Result>(path, { ...fixed, ...asked }, rowsPerPage);
  const pages = list.data?.pages ?? [];
  const rows = pages.flatMap(rowsOf);
  const isFiltered = Object.values(asked).some((value) => value !== '');
  const total = pages[0]?.pagination.total ?? 0;
  const sort = filters['sort'] ?? '';
  const sorting = { sort, onSort: (next: string) => change({ sort: next }) };

  return (
    <Stack>
      <Group justify="space-between">
        <Title order={parts.order ?? 1}>{title}</Title>
        <Group>
          {parts.exportAs === undefined ? null : (
            <Button
              component="a"
              variant="default"
              href={addressOf(path, { ...fixed, ...asked, format: 'csv' })}
              download={parts.exportAs}
            >
              Export as CSV
            </Button>
          )}
          {parts.actions}
        </Group>
      </Group>
      {fields.length === 0 ? null : <Filters fields={fields} filters={filters} onChange={change} />}
      <ErrorState error={list.error} retry={() => void list.refetch()} />
      {list.isPending && list.error === null ? <Loading what={title.toLowerCase()} /> : null}
      {list.isSuccess && rows.length === 0 ? (
        <Empty>{isFiltered ? (parts.noMatch ?? 'Nothing matches. Clear a filter.') : parts.empty}</Empty>
      ) : null}
      {rows.length === 0 ? null : (
        <>
          <Group justify="space-between">
            <Text size="sm" c="dimmed" role="status">
              {formatNumber(rows.length)} of {formatNumber(total)}
              {sort !== '' && list.hasNextPage ? ', sorted among these' : ''}
            </Text>
            {rows.length < 2 ? null : <SortBy columns={columns} {...sorting} />}
          </Group>
          <DataTable
            label={title}
            columns={columns}
            rows={rows}
            keyOf={keyOf}
            onOpen={parts.onOpen}
            isDense={parts.isDense}
            sorting={sorting}
          />
        </>
      )}
      <ShowMore list={list} />
    </Stack>
  );
}

/** On a phone, where the rows are cards and have no heads. */
function SortBy({ columns, sort, onSort }: Sorting & { readonly columns: readonly Sortable<never>[] }) {
  const choices = sortChoices(columns);
  return choices.length === 0 ? null : (
    <NativeSelect
      className="sort-by"
      aria-label="Sort by"
      value={sort}
      onChange={(event) => onSort(event.currentTarget.value)}
      data={[{ value: '', label: 'Sort by …' }, ...choices]}
    />
  );
}

type Paged = Pick<ReturnType<typeof usePages>, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;

/** Reads the next page of a list, where there is one. */
export function ShowMore({ list }: { readonly list: Paged }) {
  return list.hasNextPage ? (
    <Group>
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        Show more
      </Button>
    </Group>
  ) : null;
}
