import { Code, Text } from '@mantine/core';

import type { JobRowView, Pagination } from '@leadbridge/contracts';

import { To } from '../../parts/links.js';
import { ListScreen } from '../../parts/list-screen.js';
import { Status } from '../../parts/status.js';
import { outcomeLines, planLines } from './plan-lines.js';

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
          values: ['created', 'updated', 'skipped', 'preserved', 'undone', 'kept', 'nothing_to_undo'],
        },
      ]}
      rowsOf={({ results }) => results}
      keyOf={({ index }) => String(index)}
      columns={[
        { name: 'Row', show: ({ row }) => row },
        { name: 'Person', show: ({ name, company }) => <Person name={name} company={company} /> },
        {
          name: 'Result',
          show: ({ result, success }) => (
            <Status value={result ?? (success === false ? 'failed' : 'pending')} />
          ),
        },
        { name: 'Why', show: (row) => <Why row={row} /> },
        {
          name: 'Record',
          show: ({ lead_id: id }) =>
            typeof id === 'number' ? <To path={`/leads/${id}`}>Lead {id}</To> : '–',
        },
      ]}
      empty="No row fits, or none is done yet."
    />
  );
}

function Person({
  name,
  company,
}: {
  readonly name?: string | undefined;
  readonly company?: string | undefined;
}) {
  return (
    <>
      {name ?? (company === undefined ? '–' : null)}
      {company === undefined ? null : (
        <Text size="sm" c="dimmed">
          {company}
        </Text>
      )}
    </>
  );
}

function Why({ row }: { readonly row: JobRowView }) {
  const { error, code, suggestion, reason, warnings = [], plan, planned, current } = row;
  const { fields_restored: restored = [], fields_kept: kept = [] } = row;
  const texts = [
    error,
    suggestion,
    reason,
    ...warnings,
    restored.length === 0 ? undefined : `Put back: ${restored.join(', ')}`,
    kept.length === 0 ? undefined : `Stays: ${kept.join(', ')}`,
  ].filter((text) => text !== undefined);
  return (
    <>
      {code === undefined ? null : <Code>{code}</Code>}
      {texts.map((text) => (
        <Text key={text} size="sm">
          {text}
        </Text>
      ))}
      {[
        ...planLines(plan),
        ...outcomeLines('The dry run said', planned),
        ...outcomeLines('Now it would be', current),
      ].map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </>
  );
}
