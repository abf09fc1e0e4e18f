import { Alert, SimpleGrid, Stack, Text, Title } from '@mantine/core';

import type { HealthResponse, WebhookView } from '@leadbridge/contracts';

import { useCount, useRead } from '../../api/hooks.js';
import { FigureCard } from '../../parts/figure-card.js';
import { formatDuration, formatNumber } from '../../parts/format.js';
import { To } from '../../parts/links.js';
import { StackedBar } from '../../parts/stacked-bar.js';
import { ErrorState, Unread } from '../../parts/states.js';
import { Status } from '../../parts/status.js';
import { Time } from '../../parts/time.js';
import { useMay } from '../../session/session.js';
import { budgetLayers } from '../psa/budget-layers.js';
import { attentionOf } from './attention.js';
import { Checklist } from './checklist.js';
import { Imports } from './imports.js';
import { LatestErrors } from './latest-errors.js';
import { PendingOptOuts } from './pending-opt-outs.js';
import { RunningJobs } from './running-jobs.js';

/** What needs attention, how the service is, and what came in. */
export function Overview() {
  const may = useMay();
  const health = useRead<HealthResponse>('/health');
  const unpushed = {
    pending: useCount('/suppressions', { status: 'pending' }),
    failed: useCount('/suppressions', { status: 'failed' }),
    unknown_source: useCount('/suppressions', { status: 'unknown_source' }),
  };
  const openCompanyMatches = useCount('/company-matches', { status: 'open' });
  const webhooks = useRead<{ readonly webhooks: readonly WebhookView[] }>('/webhooks');
  if (health.data === undefined) {
    return <Unread title="Overview" query={health} />;
  }
  const attention = attentionOf(health.data, {
    failedOptOuts: unpushed.failed.data,
    unknownOptOuts: unpushed.unknown_source.data,
    failingWebhooks: webhooks.data?.webhooks.filter(
      (each) => each.failing_since !== null || each.switched_off !== null,
    ).length,
    openCompanyMatches: openCompanyMatches.data,
  });
  const read = [health, ...Object.values(unpushed), openCompanyMatches, webhooks];
  const fault = read.find(({ error }) => error !== null)?.error ?? null;
  return (
    <Stack>
      <Title order={1}>Overview</Title>
      <ErrorState error={fault} />
      {attention === undefined ? null : attention.length === 0 ? (
        <Alert color="green" role="status">
          Nothing needs attention.
        </Alert>
      ) : (
        <Alert color="yellow" title="Needs attention" role="status">
          {attention.map(({ text, verb, path }) => (
            <Text key={text}>
              {text} {path === null ? null : <To path={path}>{verb}</To>}
            </Text>
          ))}
        </Alert>
      )}
      <Checklist health={health.data} />
      <State health={health.data} />
      <RunningJobs />
      {may('logs.view') ? <LatestErrors /> : null}
      {may('analytics.view') ? <Imports /> : null}
      <PendingOptOuts unpushed={unpushed} />
    </Stack>
  );
}

function State({ health }: { readonly health: HealthResponse }) {
  const { services, workers, queue, psa_budget: budget } = health;
  const left = budget === null ? null : budget.limit - budget.used;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <FigureCard name="PSA" value={<Status value={services.psa} />} />
      <FigureCard name="Workers" value={workers.alive ?? 'unknown'}>
        {workers.alive === 0 && workers.last_seen_at !== null ? (
          <>
            last seen <Time iso={workers.last_seen_at} />
          </>
        ) : undefined}
      </FigureCard>
      <FigureCard name="Jobs" value={formatNumber(queue.active ?? 0)}>
        running, {formatNumber(queue.waiting ?? 0)} waiting
      </FigureCard>
      <FigureCard name="PSA requests left" value={left === null ? 'unknown' : formatNumber(left)}>
        {budget === null ? (
          'No worker has reported yet'
        ) : (
          <>
            of {formatNumber(budget.limit)} in {formatDuration(budget.window_seconds * 1_000)}
            <StackedBar
              total={budget.limit}
              parts={budgetLayers.map(({ priority, name, color }) => ({
                name,
                value: budget.used_by[priority],
                color: `var(--mantine-color-${color})`,
              }))}
            />
          </>
        )}
      </FigureCard>
    </SimpleGrid>
  );
}
