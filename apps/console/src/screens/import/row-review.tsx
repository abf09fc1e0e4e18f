import { Pagination, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { startTransition, useEffect, useMemo, useState } from 'react';

import { formatNumber } from '../../parts/format.js';
import type { CheckSummary, FileSummary } from './file/protocol.js';
import type { ReadRow } from './file/read-row.js';
import { textOf } from './file/samples.js';
import { leadFieldLabel } from './lead-field-choices.js';
import type { LeadFileState } from './use-lead-file.js';

const rowsPerPage = 25;

/** The rows of the file, a page at a time, those with errors first; what is at fault is corrected in its cell. */
export function RowReview({
  state,
  summary,
}: {
  readonly state: LeadFileState;
  readonly summary: FileSummary;
}) {
  const { check } = state;
  const [chosen, setChosen] = useState('all');
  const [page, setPage] = useState(1);
  const faulty = useFaultyFirst(check);
  const choices = useMemo(() => choicesOf(summary.count, faulty, check), [summary.count, faulty, check]);
  const shown = choices.find(({ value }) => value === chosen) ?? choices[0];
  const order = shown?.indexes ?? [];
  const pages = Math.max(1, Math.ceil(order.length / rowsPerPage));
  const current = Math.min(page, pages);
  const indexes = order.slice((current - 1) * rowsPerPage, current * rowsPerPage);
  const rows = useRows(state, summary, indexes);

  return (
    <Stack>
      {choices.length === 1 ? null : (
        <SegmentedControl
          aria-label="Rows to show"
          className="rows-shown"
          value={shown?.value ?? ''}
          onChange={(value) => {
            setChosen(value);
            setPage(1);
          }}
          data={choices.map(({ value, label, indexes }) => ({
            value,
            label: `${label} ${formatNumber(indexes.length)}`,
          }))}
        />
      )}
      <Rows summary={summary} rows={rows} state={state} />
      {pages > 1 ? (
        <Pagination
          total={pages}
          value={current}
          onChange={setPage}
          size="sm"
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
        />
      ) : null}
    </Stack>
  );
}

/** Which rows one may see; those with errors or warnings where there are any. */
function choicesOf(count: number, faulty: ReadonlySet<number>, check: CheckSummary | null) {
  const warned = new Set(check?.warnings.map(({ index }) => index));
  const some = [
    { value: 'faults', label: 'Had errors', indexes: [...faulty] },
    { value: 'warnings', label: 'Warnings', indexes: [...warned] },
  ];
  return [
    { value: 'all', label: 'All', indexes: [...faulty, ...othersOf(count, faulty)] },
    ...some.filter(({ indexes }) => indexes.length > 0),
  ];
}

function othersOf(count: number, faulty: ReadonlySet<number>): readonly number[] {
  return Array.from({ length: count }, (_, index) => index).filter((index) => !faulty.has(index));
}

/** A row that was corrected stays where it is while somebody works on the others. */
function useFaultyFirst(check: CheckSummary | null): ReadonlySet<number> {
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const now = check?.faults.map(({ index }) => index) ?? [];
  if (now.some((index) => !seen.has(index))) {
    setSeen(new Set([...seen, ...now].sort((one, other) => one - other)));
  }
  return seen;
}

type IndexedRow = ReadRow & { readonly index: number };

/** Rows of the file, which its worker holds. */
function useRows(
  { worker, mapping, source, check }: LeadFileState,
  summary: FileSummary,
  indexes: readonly number[],
): readonly IndexedRow[] {
  const [rows, setRows] = useState<readonly IndexedRow[]>([]);
  const wanted = indexes.join(',');
  useEffect(() => {
    let isCurrent = true;
    const places = wanted === '' ? [] : wanted.split(',').map(Number);
    worker?.do('rows', { indexes: places, mapping, source }).then(
      (found) => {
        if (isCurrent) {
          startTransition(() => setRows(found.map((row, at) => ({ ...row, index: places[at] ?? 0 }))));
        }
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [worker, wanted, summary, mapping, source, check]);
  return rows;
}

function Rows({
  summary: { columns },
  rows,
  state,
}: {
  readonly summary: FileSummary;
  readonly rows: readonly IndexedRow[];
  readonly state: LeadFileState;
}) {
  const { check } = state;
  const shown = new Set(rows.map(({ index }) => index));
  const faults = check?.faults.filter(({ index }) => shown.has(index)) ?? [];
  const warnings = check?.warnings.filter(({ index }) => shown.has(index)) ?? [];
  return (
    <div className="scroll" role="region" aria-label="Rows of the file" tabIndex={0}>
      <table className="table cards review">
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Problem</th>
            {columns.map((column, index) => (
              <th key={`${index} ${column}`} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.index}
              row={row}
              columns={columns}
              faults={faults.filter(({ index }) => index === row.index)}
              warnings={warnings.filter(({ index }) => index === row.index)}
              state={state}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  row: { row, cells, becomes, index },
  columns,
  faults,
  warnings,
  state: { mapping, correct },
}: {
  readonly row: IndexedRow;
  readonly columns: readonly string[];
  /** Of this row. */
  readonly faults: CheckSummary['faults'];
  readonly warnings: CheckSummary['warnings'];
  readonly state: LeadFileState;
}) {
  return (
    <tr>
      <th scope="row">{row}</th>
      <td className="problem" data-label="Problem">
        {faults.map(({ message }) => (
          <Text key={message} size="sm" className="fault-text">
            {message}
          </Text>
        ))}
        {warnings.map(({ message }) => (
          <Text key={message} size="sm" c="dimmed">
            {message}
          </Text>
        ))}
      </td>
      {columns.map((column, at) => {
        const isAtFault = faults.some((fault) => fault.column === at);
        const text = textOf(cells[at]);
        const label = leadFieldLabel(mapping[at]?.field ?? column);
        return (
          <td key={`${at} ${column}`} data-label={column} className={isAtFault ? 'fault' : undefined}>
            <Cell
              name={`${label}, row ${row}`}
              text={text}
              isAtFault={isAtFault}
              onCorrect={(value) => correct(index, at, value)}
            />
            {becomes[at] === null || becomes[at] === undefined ? null : (
              <Text size="sm" c="dimmed">
                → {becomes[at]}
              </Text>
            )}
          </td>
        );
      })}
    </tr>
  );
}

const maxCellLength = 200;

/** A cell; one that was at fault stays an input, so that the focus is not lost by a correction. */
function Cell({
  name,
  text,
  isAtFault,
  onCorrect,
}: {
  readonly name: string;
  readonly text: string;
  readonly isAtFault: boolean;
  readonly onCorrect: (value: string) => void;
}) {
  const [wasAtFault, setWasAtFault] = useState(isAtFault);
  const [typed, setTyped] = useState(text);
  if (isAtFault && !wasAtFault) {
    setWasAtFault(true);
    setTyped(text);
  }
  if (!wasAtFault) {
    return text.length > maxCellLength ? `${text.slice(0, maxCellLength)}…` : text;
  }
  return (
    <TextInput
      aria-label={name}
      aria-invalid={isAtFault}
      error={isAtFault}
      size="xs"
      miw={170}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onCorrect(event.currentTarget.value);
      }}
    />
  );
}
