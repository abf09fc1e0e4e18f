import { Alert, Group, Stack, Text, Title } from '@mantine/core';

import type { FindingView, Pagination, ReconciliationView, RemedyResult } from '@leadbridge/contracts';
import { FINDING_KINDS, FINDING_REMEDIES, type Remedy } from '@leadbridge/domain';

import { useCount, useRead, useWrite } from '../../api/hooks.js';
import { column } from '../../parts/column.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Facts } from '../../parts/facts.js';
import { counted, formatNumber, inWords } from '../../parts/format.js';
import { To } from '../../parts/links.js';
import { ListScreen } from '../../parts/list-screen.js';
import { whoIs } from '../../parts/names.js';
import { useParam } from '../../parts/params.js';
import { useFilters } from '../../parts/search.js';
import { ErrorState, Unread } from '../../parts/states.js';
import { Status } from '../../parts/status.js';
import { Time } from '../../parts/time.js';
import { useMay } from '../../session/session.js';
import { useNames } from '../../session/use-names.js';
import { Waiting } from '../jobs/waiting.js';
import { findingInWords } from './finding-in-words.js';

type ListResponse = { readonly findings: readonly FindingView[]; readonly pagination: Pagination };

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

/** What is said where nothing is listed. */
const emptyTexts: Readonly<Record<ReconciliationView['status'], string>> = {
  running: 'There are no findings yet.',
  completed: 'No differences.',
  failed: 'Whether there are differences is not known.',
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
      {data.status === 'failed' ? (
        <Alert color="red" title="The comparison failed">
          <To path={`/jobs/${data.job_id}`}>Its job</To> says why. The next one starts at night, or with
          “Compare now”.
        </Alert>
      ) : null}
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
      <Findings reconciliation={data} />
    </Stack>
  );
}

function Findings({
  reconciliation: { reconciliation_id: id, counts, status },
}: {
  readonly reconciliation: ReconciliationView;
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
        {
          name: 'resolved',
          label: 'Resolved',
          values: ['true', 'false'],
          labelOf: (value) => (value === 'true' ? 'Yes' : 'No'),
        },
      ]}
      actions={<RemediesOfKind path={path} />}
      exportAs={`${id}.csv`}
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
        { name: 'Remedy', show: (finding) => <Outcome path={path} finding={finding} /> },
      ]}
      empty={emptyTexts[status]}
    />
  );
}

/** For all open findings of the kind that is filtered by. */
function RemediesOfKind({ path }: { readonly path: string }) {
  const [filters] = useFilters();
  const kind = FINDING_KINDS.find((each) => each === filters['kind']);
  const enabled = kind !== undefined;
  const { data: open = 0 } = useCount(`${path}/findings`, { kind, resolved: false }, { enabled });
  return kind === undefined || open < 2 ? null : (
    <Remedies
      path={`${path}/resolve`}
      remedies={FINDING_REMEDIES[kind]}
      body={{ kind }}
      scope={`, for all ${formatNumber(open)}`}
    />
  );
}

function Outcome({ path, finding }: { readonly path: string; readonly finding: FindingView }) {
  const names = useNames();
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
      <Remedies path={`${path}/findings/${findingId}/resolve`} remedies={remedies} />
    </Stack>
  );
}

interface RemediesProps {
  readonly path: string;
  readonly remedies: readonly Remedy[];
  readonly body?: object;
  /** Of what they are applied to, where that is not one finding. */
  readonly scope?: string;
}

/** A button for each remedy that may be chosen. */
function Remedies({ path, remedies, body = {}, scope = '' }: RemediesProps) {
  const may = useMay();
  const write = useWrite<RemedyResult>(['/reconciliations']);
  if (!may('data.sync')) {
    return null;
  }
  return (
    <>
      <Group gap="xs">
        {remedies.map((remedy) => (
          <ConfirmButton
            key={remedy}
            label={`${inWords(remedy)}${scope}`}
            question={remedyTexts[remedy]}
            confirm={inWords(remedy)}
            color="brand"
            loading={write.isPending}
            onConfirm={() =>
              write.mutate({ method: 'POST', path, body: { ...body, remedy }, done: outcomeInWords })
            }
          />
        ))}
      </Group>
      <ErrorState error={write.error} />
    </>
  );
}

function outcomeInWords({ resolved, failed }: RemedyResult): string {
  const left = failed === 0 ? '' : ` ${counted(failed, 'finding')} could not be resolved, and say why.`;
  return `${counted(resolved, 'finding')} resolved.${left}`;
}
