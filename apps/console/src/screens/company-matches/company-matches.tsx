import { Button, List, Stack, Text } from '@mantine/core';

import type {
  CandidateReason,
  CompanyMatchEntryView,
  CompanyMatchListResponse,
  DecideCompanyMatchBody,
} from '@leadbridge/contracts';

import { useWrite } from '../../api/hooks.js';
import { asTime, column } from '../../parts/column.js';
import { counted } from '../../parts/format.js';
import { To } from '../../parts/links.js';
import { ListScreen } from '../../parts/list-screen.js';
import { useFilters } from '../../parts/search.js';
import { ErrorState } from '../../parts/states.js';
import { Status } from '../../parts/status.js';
import { useMay } from '../../session/session.js';
import { decisionInWords } from './decision-in-words.js';

const reasons: Readonly<Record<CompanyMatchEntryView['reason'], string>> = {
  several_clients: 'Several clients have its name or domain',
  name_and_domain_differ: 'Its name fits one client, its domain another',
};

const fits: Readonly<Record<CandidateReason, string>> = {
  name: 'same name',
  domain: 'same domain',
  name_and_domain: 'same name and domain',
};

const shownLeads = 3;

/** Companies whose client people decide on, because name and domain leave it open. */
export function CompanyMatches() {
  const may = useMay();
  const [{ status: shown }] = useFilters();
  return (
    <ListScreen<CompanyMatchEntryView, CompanyMatchListResponse>
      title="Company matches"
      path="/company-matches"
      filters={[{ name: 'status', label: 'Status', values: ['open', 'decided'] }]}
      rowsOf={({ matches }) => matches}
      keyOf={({ id }) => id}
      columns={[
        column(
          'Company',
          ({ company }) => company,
          (_company, entry) => <Company entry={entry} />,
        ),
        column(
          'Status',
          ({ status }) => status,
          (status) => <Status value={status} tone={status === 'open' ? 'amber' : 'green'} />,
        ),
        { name: 'Clients it may be', show: (entry) => <Candidates entry={entry} /> },
        column(
          'Leads',
          ({ lead_ids: ids }) => ids.length,
          (_count, entry) => <Leads entry={entry} />,
        ),
        column('Since', ({ created_at: at }) => at, asTime),
        { name: 'Decision', show: decisionInWords },
        ...(may('data.sync')
          ? [{ name: 'Decide', show: (entry: CompanyMatchEntryView) => <Decide entry={entry} /> }]
          : []),
      ]}
      empty="No company waits for a decision."
      noMatch={shown === 'open' ? 'No company waits for a decision.' : undefined}
    />
  );
}

function Company({ entry: { company, domain, reason } }: { readonly entry: CompanyMatchEntryView }) {
  return (
    <div>
      <Text size="sm">{company}</Text>
      {domain === null ? null : (
        <Text size="sm" c="dimmed">
          {domain}
        </Text>
      )}
      <Text size="sm">{reasons[reason]}</Text>
    </div>
  );
}

function Candidates({ entry: { candidates } }: { readonly entry: CompanyMatchEntryView }) {
  return candidates.length === 0 ? (
    '–'
  ) : (
    <List size="sm" listStyleType="none">
      {candidates.map(({ client_id: id, name, domains, why }) => (
        <List.Item key={id}>{`${name} (client ${id}): ${[fits[why], ...domains].join(', ')}`}</List.Item>
      ))}
    </List>
  );
}

/** The latest of them; an entry may have a thousand. */
function Leads({ entry: { lead_ids: ids } }: { readonly entry: CompanyMatchEntryView }) {
  return ids.length === 0 ? (
    '–'
  ) : (
    <div>
      {ids.slice(-shownLeads).map((id) => (
        <Text key={id} size="sm">
          <To path={`/leads/${id}`}>{`Lead ${id}`}</To>
        </Text>
      ))}
      {ids.length > shownLeads ? <Text size="sm">{counted(ids.length, 'lead')} in all</Text> : null}
    </div>
  );
}

function Decide({ entry: { id, company, candidates, decision } }: { readonly entry: CompanyMatchEntryView }) {
  const write = useWrite<CompanyMatchEntryView>(['/company-matches']);
  const decide = (body: DecideCompanyMatchBody): void => {
    const done = (entry: CompanyMatchEntryView): string => `${company}: ${decisionInWords(entry)}.`;
    write.mutate({ method: 'POST', path: `/company-matches/${id}`, body, done });
  };
  const given = decision === null || 'separate' in decision ? null : decision.client_id;
  const isSeparate = decision !== null && 'separate' in decision;
  return (
    <Stack gap={4} align="flex-start">
      {candidates
        .filter(({ client_id: clientId }) => clientId !== given)
        .map(({ client_id: clientId, name }) => (
          <Button
            key={clientId}
            size="xs"
            variant="default"
            disabled={write.isPending}
            onClick={() => decide({ client_id: clientId })}
          >
            {`Use ${name} (${clientId})`}
          </Button>
        ))}
      {isSeparate ? null : (
        <Button
          size="xs"
          variant="default"
          disabled={write.isPending}
          onClick={() => decide({ separate: true })}
        >
          Separate company
        </Button>
      )}
      <ErrorState error={write.error} />
    </Stack>
  );
}
