import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';

import type { JobRowView, Pagination } from '@leadbridge/contracts';

import { asStatus, column } from '../../parts/column.js';
import { fieldLabel } from '../../parts/field-label.js';
import { codesInWords } from '../../parts/format.js';
import { To } from '../../parts/links.js';
import { ListScreen } from '../../parts/list-screen.js';
import { matchLines, outcomeLines, planLines } from './plan-lines.js';

/** The rows of an import with what came of each. */
export function JobResults({ jobId }: { readonly jobId: string }) {
  return (
    <ListScreen<JobRowView, { readonly results: readonly JobRowView[]; readonly pagination: Pagination }>
      title="Results"
      order={2}
      path={`/jobs/${jobId}/results`}
      filters={[
        { name: 'status', label: 'Outcome', values: ['succeeded', 'failed'] },
        {
          name: 'result',
          label: 'Result',
          values: [
            ...['created', 'updated', 'skipped', 'preserved', 'undone', 'kept', 'nothing_to_undo'],
            ...['added', 'known', 'failed'],
          ],
        },
      ]}
      isDense
      rowsOf={({ results }) => results}
      keyOf={({ index }) => String(index)}
      columns={[
        column('Row', ({ row }) => row),
        {
          name: 'Name',
          show: ({ name, lead_id: id }) =>
            typeof id === 'number' ? <To path={`/leads/${id}`}>{name ?? `Lead ${id}`}</To> : (name ?? '–'),
          sortBy: ({ name }) => name ?? null,
        },
        column('Company', ({ company }) => company),
        column(
          'Result',
          ({ result, success }) => result ?? (success === false ? 'failed' : 'pending'),
          asStatus,
        ),
        { name: 'Details', show: (row) => <Details row={row} /> },
      ]}
      empty="There are no rows."
      noMatch="No rows match, or none is done yet."
    />
  );
}

function Details({ row }: { readonly row: JobRowView }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const { error, suggestion, reason, warnings = [], plan, planned, current } = row;
  const { company_match: match, fields_restored: restored = [], fields_kept: kept = [] } = row;
  const texts = [
    error,
    suggestion,
    reason,
    ...warnings,
    restored.length === 0 ? undefined : `Put back: ${restored.map(fieldLabel).join(', ')}`,
    kept.length === 0 ? undefined : `Stays: ${kept.map(fieldLabel).join(', ')}`,
    ...matchLines(match),
    ...outcomeLines('The dry run said', planned),
    ...outcomeLines('Now it would be', current),
  ].filter((text) => text !== undefined && text !== null);
  const lines = planLines(plan);
  return (
    <>
      {texts.map((text) => (
        <Text key={text} size="sm">
          {codesInWords(text)}
        </Text>
      ))}
      {lines.length === 0 ? null : (
        <Button
          size="compact-xs"
          variant="subtle"
          mb={isOpen ? 4 : 0}
          onClick={toggle}
          aria-expanded={isOpen}
        >
          {isOpen ? 'Hide plan' : 'Show plan'}
        </Button>
      )}
      {isOpen
        ? lines.map((line) => (
            <Text key={line} size="sm" pl={8}>
              {line}
            </Text>
          ))
        : null}
    </>
  );
}
