import { SimpleGrid, Stack } from '@mantine/core';

import type { HistoryPoint, HistoryView, SyncAnalyticsView } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { BarChart } from '../../parts/bar-chart.js';
import { FigureCard } from '../../parts/figure-card.js';
import { counted, formatNumber, formatShare } from '../../parts/format.js';
import { PeriodChoice } from '../../parts/period-choice.js';
import { changeOf, previousPeriodOf, shownNow, shownPeriodOf } from '../../parts/period.js';
import { useFilters } from '../../parts/search.js';
import { Section } from '../../parts/section.js';
import { sourceLabel } from '../../parts/source-label.js';
import { Empty, Read } from '../../parts/states.js';
import { Trend } from '../../parts/trend.js';
import { History } from './history.js';

const periods = ['hour', 'day', 'week', 'month'] as const;

/** What came in, and what became of it. */
export function Imports() {
  const [filters] = useFilters();
  const period = filters['period'] ?? 'week';
  const query = shownPeriodOf(period);
  const shown = { keepsPrevious: true };
  const start = { start_date: query.start_date };
  const now = useRead<SyncAnalyticsView>('/analytics/sync', start, shown);
  const before = useRead<SyncAnalyticsView>('/analytics/sync', previousPeriodOf(period, shownNow()), shown);
  const history = useRead<HistoryView>('/analytics/history', query, shown);
  return (
    <Section title="Imports">
      <Stack>
        <PeriodChoice label="Period" periods={periods} period={period} />
        <Read query={now} what="the imports">
          {({ totals }) => (
            <Figures now={totals} before={before.data?.totals} points={history.data?.points ?? []} />
          )}
        </Read>
        <Read query={history} what="the rows over time">
          {(data) => (data.points.every((point) => rowsOf(point) === 0) ? null : <History history={data} />)}
        </Read>
        {now.data === undefined ? null : <Sources sources={Object.entries(now.data.by_source)} />}
      </Stack>
    </Section>
  );
}

function Sources({
  sources,
}: {
  readonly sources: readonly (readonly [string, SyncAnalyticsView['by_source'][string]])[];
}) {
  return sources.length === 0 ? (
    <Empty>Nothing was imported in this period.</Empty>
  ) : (
    <BarChart
      label="Leads by source"
      bars={sources.map(([name, { leads, success_rate: rate }]) => ({
        name: sourceLabel(name),
        value: leads,
        text: `${formatNumber(leads)}, ${formatShare(rate)} succeeded`,
      }))}
    />
  );
}

type Totals = SyncAnalyticsView['totals'];

function Figures({
  now,
  before,
  points,
}: {
  readonly now: Totals;
  readonly before: Totals | undefined;
  readonly points: readonly HistoryPoint[];
}) {
  const failed = points.reduce((sum, point) => sum + point.failed, 0);
  const rows = points.reduce((sum, point) => sum + rowsOf(point), 0);
  const figure = (name: string, total: keyof Totals) => (
    <FigureCard name={name} value={formatNumber(now[total])}>
      <Change value={now[total]} before={before?.[total]} />
      {total === 'leads_imported' ? <Trend values={points.map(({ created }) => created)} /> : null}
    </FigureCard>
  );
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      {figure('Leads imported', 'leads_imported')}
      <FigureCard name="Rows failed" value={formatNumber(failed)}>
        {rows === 0 ? 'of no rows' : `${formatShare(failed / rows)} of ${counted(rows, 'row')}`}
        <Trend values={points.map((point) => point.failed)} />
      </FigureCard>
      {figure('Prospects', 'prospects_created')}
      {figure('Opportunities won', 'opportunities_won')}
    </SimpleGrid>
  );
}

function Change({ value, before }: { readonly value: number; readonly before: number | undefined }) {
  if (before === undefined) {
    return '…';
  }
  const change = changeOf(value, before);
  return change === null ? `${formatNumber(before)} before` : `${change}, ${formatNumber(before)} before`;
}

function rowsOf({ created, updated, skipped, preserved, failed }: HistoryPoint): number {
  return created + updated + skipped + preserved + failed;
}
