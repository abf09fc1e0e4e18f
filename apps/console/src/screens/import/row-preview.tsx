import { Pagination, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useEffect, useState } from 'react';

import type { RowFault } from './file/check-rows.js';
import type { FileRow } from './file/lead-file.js';
import type { FileSummary } from './file/protocol.js';
import type { LeadFileState } from './use-lead-file.js';

const rowsPerPage = 25;

/** The rows of the file with what is wrong in their cells, a page at a time; first those with faults, where there are any. */
export function RowPreview({
  state,
  summary,
}: {
  readonly state: LeadFileState;
  readonly summary: FileSummary;
}) {
  const { check } = state;
  const [shown, setShown] = useState<'all' | 'faults'>('all');
  const [page, setPage] = useState(1);
  const faults = check?.faults ?? [];
  const faulty = [...new Set(faults.map(({ index }) => index))];
  const total = shown === 'faults' ? faulty.length : summary.count;
  const start = (page - 1) * rowsPerPage;
  const indexes =
    shown === 'faults'
      ? faulty.slice(start, start + rowsPerPage)
      : Array.from(
          { length: Math.max(0, Math.min(rowsPerPage, summary.count - start)) },
          (_, offset) => start + offset,
        );
  const rows = useRows(state, summary, indexes);

  return (
    <Stack>
      <Text role="status" fw={600}>
        {check === null ? 'Checking the rows …' : summaryOfFaults(check.faultyRows, summary.count)}
      </Text>
      {faulty.length === 0 ? null : (
        <SegmentedControl
          aria-label="Rows to show"
          value={shown}
          onChange={(value) => {
            setShown(value === 'faults' ? 'faults' : 'all');
            setPage(1);
          }}
          data={[
            { value: 'all', label: `All ${summary.count.toLocaleString()}` },
            { value: 'faults', label: `With faults ${faulty.length.toLocaleString()}` },
          ]}
        />
      )}
      <Rows columns={summary.columns} rows={rows} faults={faults} />
      {total > rowsPerPage ? (
        <Pagination
          total={Math.ceil(total / rowsPerPage)}
          value={page}
          onChange={setPage}
          size="sm"
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
        />
      ) : null}
    </Stack>
  );
}

type IndexedRow = FileRow & { readonly index: number };

/** Rows of the file, which its worker holds. */
function useRows(
  { worker }: LeadFileState,
  summary: FileSummary,
  indexes: readonly number[],
): readonly IndexedRow[] {
  const [rows, setRows] = useState<readonly IndexedRow[]>([]);
  const wanted = indexes.join(',');
  useEffect(() => {
    let isCurrent = true;
    const places = wanted === '' ? [] : wanted.split(',').map(Number);
    worker?.do('rows', { indexes: places }).then(
      (found) => {
        if (isCurrent) {
          setRows(found.map((row, at) => ({ ...row, index: places[at] ?? 0 })));
        }
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [worker, wanted, summary]);
  return rows;
}

function summaryOfFaults(faulty: number, count: number): string {
  if (faulty === 0) {
    return 'No faults were found.';
  }
  const rows = faulty === 1 ? '1 row has a fault' : `${faulty.toLocaleString()} rows have faults`;
  return `${rows} and would fail; the other ${(count - faulty).toLocaleString()} can be imported. Correct the file, or import the others now.`;
}

function Rows({
  columns,
  rows,
  faults,
}: {
  readonly columns: readonly string[];
  readonly rows: readonly IndexedRow[];
  readonly faults: readonly RowFault[];
}) {
  return (
    <div className="scroll" role="region" aria-label="Rows of the file" tabIndex={0}>
      <Table withColumnBorders>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Row</Table.Th>
            {columns.map((column, index) => (
              <Table.Th key={`${index} ${column}`} scope="col">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ row, cells, index }) => {
            const own = faults.filter((fault) => fault.index === index);
            return (
              <Table.Tr key={index}>
                <Table.Th scope="row">
                  {row}
                  <Faults faults={own.filter(({ column }) => column === null)} />
                </Table.Th>
                {columns.map((column, at) => {
                  const here = own.filter((fault) => fault.column === at);
                  return (
                    <Table.Td key={`${at} ${column}`} className={here.length === 0 ? undefined : 'fault'}>
                      {textOf(cells[at])}
                      <Faults faults={here} />
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Faults({ faults }: { readonly faults: readonly RowFault[] }) {
  return faults.map(({ message }) => (
    <Text key={message} size="sm" className="fault-text">
      {message}
    </Text>
  ));
}

const maxCellLength = 200;

function textOf(value: unknown): string {
  const text =
    value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxCellLength ? `${text.slice(0, maxCellLength)}…` : text;
}
