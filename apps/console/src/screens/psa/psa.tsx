import { Alert, SimpleGrid, Stack, Text, Title } from '@mantine/core';

import type { HealthResponse } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { BarChart } from '../../parts/bar-chart.js';
import { FigureCard } from '../../parts/figure-card.js';
import { formatNumber } from '../../parts/format.js';
import { Section } from '../../parts/section.js';
import { Empty, Unread } from '../../parts/states.js';
import { Status } from '../../parts/status.js';
import { Time } from '../../parts/time.js';
import { useMay } from '../../session/session.js';
import { budgetLayers } from './budget-layers.js';
import { BudgetHistory } from './budget-history.js';
import { ConnectionCheck } from './connection-check.js';
import { failureReasons } from './failure-reasons.js';
import { Mirror } from './mirror.js';

/** How the PSA responds, and who uses how much of its budget of requests. */
export function Psa() {
  const may = useMay();
  const query = useRead<HealthResponse>('/health');
  const { data } = query;
  if (data === undefined) {
    return <Unread title="PSA" query={query} />;
  }
  const { psa_failure: failure, psa_budget: budget } = data;
  return (
    <Stack>
      <Title order={1}>PSA</Title>
      {failure === null ? null : <Failure failure={failure} />}
      <SimpleGrid cols={2}>
        <FigureCard name="Connection" value={<Status value={data.services.psa} />} />
        <FigureCard
          name="Requests left"
          value={budget === null ? 'unknown' : formatNumber(budget.limit - budget.used)}
        >
          {budget === null
            ? 'No worker has reported yet'
            : `of ${formatNumber(budget.limit)} in ${budget.window_seconds} s`}
        </FigureCard>
      </SimpleGrid>
      <ConnectionCheck />
      {budget === null ? <Empty>Unknown while Redis is down.</Empty> : <Budget budget={budget} />}
      {may('analytics.view') ? (
        <>
          <BudgetHistory />
          <Mirror />
        </>
      ) : null}
    </Stack>
  );
}

function Failure({ failure }: { readonly failure: NonNullable<HealthResponse['psa_failure']> }) {
  return (
    <Alert color="red" title="The PSA is failing">
      <Text>
        It began <Time iso={failure.since} />: {failureReasons[failure.reason]}.
      </Text>
      {failure.missing === undefined ? null : (
        <Text>
          Missing in the PSA: {failure.missing.join(', ')}. Create them there, or set their IDs; jobs resume
          by themselves.
        </Text>
      )}
    </Alert>
  );
}

/** The requests of the window by priority: used, still available, and waiting. */
function Budget({ budget }: { readonly budget: NonNullable<HealthResponse['psa_budget']> }) {
  const charts = [
    { legend: 'Used within the window', label: 'Used requests by priority', counts: budget.used_by },
    { legend: 'Available to new requests', label: 'Available requests by priority', counts: budget.free },
    {
      legend: 'Requests waiting for the budget',
      label: 'Waiting requests by priority',
      counts: budget.waiting,
    },
  ];
  return charts.map(({ legend, label, counts }) => (
    <Section key={legend} title={legend}>
      {Object.values<number>({ ...counts }).every((value) => value === 0) ? (
        <Text c="dimmed">None.</Text>
      ) : (
        <BarChart
          label={label}
          bars={budgetLayers.flatMap(({ priority, name }) => {
            const value = { others: undefined, ...counts }[priority];
            return value === undefined ? [] : [{ name, value }];
          })}
        />
      )}
    </Section>
  ));
}
