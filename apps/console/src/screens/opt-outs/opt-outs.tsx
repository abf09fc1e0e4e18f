import { Button, Text } from '@mantine/core';

import type { Pagination, SuppressionView } from '@leadbridge/contracts';

import { useWrite } from '../../api/hooks.js';
import { asTime, column } from '../../parts/column.js';
import { inWords } from '../../parts/format.js';
import { To } from '../../parts/links.js';
import { ListScreen } from '../../parts/list-screen.js';
import { whoIs, type NamesById } from '../../parts/names.js';
import { RowMenu } from '../../parts/row-menu.js';
import { ErrorState } from '../../parts/states.js';
import { sourceFilter, sourceLabel } from '../../parts/source-label.js';
import { Status } from '../../parts/status.js';
import { Time } from '../../parts/time.js';
import { useMay } from '../../session/session.js';
import { useNames } from '../../session/use-names.js';
import { AddOptOut } from './add-opt-out.js';

type ListResponse = { readonly suppressions: readonly SuppressionView[]; readonly pagination: Pagination };

/** The ledger: who is not to be contacted, and whether the provider knows. */
export function OptOuts() {
  const may = useMay();
  const names = useNames();
  return (
    <ListScreen<SuppressionView, ListResponse>
      title="Opt-outs"
      path="/suppressions"
      filters={[
        {
          name: 'status',
          label: 'Provider status',
          values: ['pending', 'suppressed', 'failed', 'unknown_source', 'no_provider'],
        },
        { ...sourceFilter, name: 'provider', label: 'Provider', other: 'Another provider' },
        { name: 'email', label: 'Email', type: 'email', isSearch: true },
        { name: 'domain', label: 'Domain' },
      ]}
      actions={
        may('data.sync') ? (
          <>
            <To path="/opt-outs/import">Add a list</To>
            <AddOptOut />
          </>
        ) : null
      }
      exportAs="opt-outs.csv"
      rowsOf={({ suppressions }) => suppressions}
      keyOf={({ id }) => id}
      columns={[
        { name: 'Who', show: (entry) => <Who entry={entry} />, sortBy: nameOf },
        column('Provider', ({ provider }) => provider, sourceLabel),
        column(
          'Provider status',
          ({ status }) => status,
          (_status, entry) => <Told entry={entry} />,
        ),
        { name: 'From', show: (entry) => originInWords(entry, names) },
        column('Recorded', ({ requested_at: at }) => at, asTime),
        {
          name: 'Pending in the PSA',
          show: ({ ticket_pending: pending }) => pending.map((mark) => inWords(mark)).join(', ') || '–',
        },
        ...(may('users.manage')
          ? [{ name: 'Actions', show: (entry: SuppressionView) => <Actions entry={entry} /> }]
          : []),
      ]}
      empty="There are no opt-outs."
    />
  );
}

const origins: Readonly<Record<SuppressionView['origin'], string>> = {
  psa: 'Ticket in the PSA',
  lifecycle: 'Status of the lead',
  import: 'Imported data',
  api: 'Console or API',
};

function originInWords({ origin, requested_by: by }: SuppressionView, names: NamesById): string {
  const who = whoIs(by, names);
  return who === 'Leadbridge' ? origins[origin] : `${origins[origin]}: ${who}`;
}

function nameOf(entry: SuppressionView): string {
  const name = [entry.first_name, entry.last_name].filter((part) => part !== null && part !== '').join(' ');
  return (
    [name, entry.company_name, entry.email, entry.domain]
      .filter((part) => part !== null && part !== '')
      .join(', ') || 'Erased (only a hash is kept)'
  );
}

function Who({ entry }: { readonly entry: SuppressionView }) {
  const who = nameOf(entry);
  return entry.lead_id === null ? who : <To path={`/leads/${entry.lead_id}`}>{who}</To>;
}

function Told({ entry }: { readonly entry: SuppressionView }) {
  const may = useMay();
  const retry = useWrite<unknown>(['/suppressions']);
  return (
    <>
      <Status value={entry.status} />
      {entry.error === null ? null : <Text size="sm">{entry.error}</Text>}
      {entry.next_attempt_at === null ? null : (
        <Text size="sm">
          Next try <Time iso={entry.next_attempt_at} />
        </Text>
      )}
      {may('data.sync') && (entry.status === 'failed' || entry.status === 'unknown_source') ? (
        <Button
          size="xs"
          variant="default"
          loading={retry.isPending}
          onClick={() => retry.mutate({ method: 'POST', path: `/suppressions/${entry.id}/retry` })}
        >
          Try again
        </Button>
      ) : null}
      <ErrorState error={retry.error} />
    </>
  );
}

function Actions({ entry }: { readonly entry: SuppressionView }) {
  const form = {
    explain: 'Its keys no longer block imports. The PSA is not changed: clear Do Not Contact there first.',
    method: 'DELETE',
    path: `/suppressions/${entry.id}`,
    fields: [{ name: 'reason', label: 'Reason', type: 'textarea', required: true }],
    stale: ['/suppressions'],
    done: 'The entry is removed.',
  } as const;
  return <RowMenu of={nameOf(entry)} actions={[{ label: 'Remove', isDestructive: true, act: { form } }]} />;
}
