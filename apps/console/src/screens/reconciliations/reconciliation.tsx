import { Button, Group, Stack, Text, Title } from '@mantine/core';

import type { FindingView, Pagination, ReconciliationView } from '@leadbridge/contracts';

import { useRead, useWrite } from '../../api/hooks.js';
import { addressOf } from '../../api/leadbridge.js';
import { column } from '../../parts/column.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Facts } from '../../parts/facts.js';
import { formatNumber, inWords } from '../../parts/format.js';
import { To } from '../../parts/links.js';
import { ListScreen } from '../../parts/list-screen.js';
import { whoIs } from '../../parts/names.js';
import { notifyDone } from '../../parts/notify.js';
import { useParam } from '../../parts/params.js';
import { ErrorState, Unread } from '../../parts/states.js';
import { Status } from '../../parts/status.js';
import { Time } from '../../parts/time.js';
import { useMay } from '../../session/session.js';
import { useNames } from '../../session/use-names.js';
import { Waiting } from '../jobs/waiting.js';
import { findingInWords } from './finding-in-words.js';

type ListResponse = { readonly findings: readonly FindingView[]; readonly pagination: Pagination };
type Remedy = FindingView['remedies'][number];

/** What will happen, for those who choose it. */
const remedyTexts: Readonly<Record<Remedy, string>> = {
  alias: 'Later imports of the company use the oldest of its clients. Nothing is merged or moved in the PSA.',
  follow: 'The record goes where the ticket is. Nothing is written to the PSA.',
  opt_out: 'The person is suppressed, and their provider is notified. This cannot be undone.',
  mark: 'The ticket gets its Do Not Contact marks in the PSA.',
  forget: 'The record lets go of the ticket; the next import of the lead creates another.',
  keep: 'Nothing is done, and nothing more is said of it until the ticket is there again.',
  adopt: 'The ticket gets a record, and stays as it is.',
};

/** One comparison of the PSA with the records: the differences, and their remedies. */
export function ReconciliationScreen() {
  const id = useParam('reconciliationId');
  const names = useNames();
  const query = useRead<ReconciliationView>(`/reconciliations/${id}`);
  const { data } = query;
  if (data === undefined) {
    return <Unread title="Reconciliation" query={query} />;
  }
  return (
    <Stack>
      <Group>
        <Title order={1}>Reconciliation</Title>
        <Status value={data.status} />
        {data.waiting_for === null ? null : (
          <Text size="sm">
            <Waiting wait={data.waiting_for} />
          </Text>
        )}
      </Group>
      <Facts
        facts={[
          ['Began', <Time key="began" iso={data.started_at} />],
          ['Ended', <Time key="ended" iso={data.finished_at} />],
          ['Asked for by', whoIs(data.requested_by, names)],
          ['Tickets compared', formatNumber(data.tickets)],
          ['Records compared', formatNumber(data.records)],
          ['Resolved', formatNumber(data.resolved)],
        ]}
      />
      <Findings id={id} counts={data.counts} isFinished={data.finished_at !== null} />
    </Stack>
  );
}

function Findings({
  id,
  counts,
  isFinished,
}: {
  readonly id: string;
  readonly counts: ReconciliationView['counts'];
  readonly isFinished: boolean;
}) {
  const path = `/reconciliations/${id}`;
  const kinds = Object.entries(counts).flatMap(([kind, count]) => (count > 0 ? [kind] : []));
  return (
    <ListScreen<FindingView, ListResponse>
      title="Findings"
      order={2}
      path={`${path}/findings`}
      filters={[
        { name: 'kind', label: 'Kind', values: kinds },
        { name: 'resolved', label: 'Resolved', values: ['true', 'false'] },
      ]}
      actions={
        <Button
          component="a"
          variant="default"
          href={addressOf(`${path}/findings`, { format: 'csv' })}
          download={`${id}.csv`}
        >
          Export as CSV
        </Button>
      }
      rowsOf={({ findings }) => findings}
      keyOf={({ finding_id: findingId }) => findingId}
      columns={[
        column('Kind', ({ kind }) => kind, inWords),
        column('Ticket', ({ psa_ticket_id: ticketId }) => ticketId),
        {
          name: 'Lead',
          show: ({ lead_id: leadId }) =>
            leadId === null ? '–' : <To path={`/leads/${leadId}`}>{String(leadId)}</To>,
        },
        { name: 'Description', show: findingInWords },
        { name: 'Remedy', show: (finding) => <Remedies path={path} finding={finding} /> },
      ]}
      empty={isFinished ? 'No differences.' : 'There are no findings yet.'}
    />
  );
}

function Remedies({ path, finding }: { readonly path: string; readonly finding: FindingView }) {
  const may = useMay();
  const names = useNames();
  const write = useWrite<unknown>(['/reconciliations']);
  const { finding_id: findingId, remedies, resolution, error } = finding;
  if (resolution !== null) {
    const { remedy, automatic, by, status, at } = resolution;
    return (
      <Text size="sm">
        {inWords(remedy)}
        {status === 'pending' ? ' (on its way)' : ''}, {automatic ? 'by itself' : whoIs(by, names)},{' '}
        <Time iso={at} />
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      {error === null ? null : <Text size="sm">{error}</Text>}
      {may('data.sync') ? (
        <Group gap="xs">
          {remedies.map((remedy) => (
            <ConfirmButton
              key={remedy}
              label={inWords(remedy)}
              question={remedyTexts[remedy]}
              confirm={inWords(remedy)}
              color="brand"
              loading={write.isPending}
              onConfirm={() =>
                write.mutate(
                  { method: 'POST', path: `${path}/findings/${findingId}/resolve`, body: { remedy } },
                  { onSuccess: () => notifyDone('Remedy applied.') },
                )
              }
            />
          ))}
        </Group>
      ) : null}
      <ErrorState error={write.error} />
    </Stack>
  );
}
