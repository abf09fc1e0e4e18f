import { Stack } from '@mantine/core';

import type { BudgetHistoryPoint, BudgetHistoryView } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { ColumnChart, type Point } from '../../parts/column-chart.js';
import { formatNumber } from '../../parts/format.js';
import { PeriodChoice } from '../../parts/period-choice.js';
import { formatInterval, shownPeriodOf, type Interval } from '../../parts/period.js';
import { useFilters } from '../../parts/search.js';
import { Section } from '../../parts/section.js';
import { Empty, Read } from '../../parts/states.js';
import { budgetLayers } from './budget-layers.js';

const periods = ['hour', 'day', 'month'] as const;

/** How full the budget of PSA requests was, and of whose requests. */
export function BudgetHistory() {
  const [filters] = useFilters();
  const period = filters['period'] ?? 'hour';
  const query = useRead<BudgetHistoryView>('/psa/budget-history', shownPeriodOf(period), {
    keepsPrevious: true,
  });
  return (
    <Section title="Used over time">
      <Stack>
        <PeriodChoice label="Period of the budget" periods={periods} period={period} />
        <Read query={query} what="the budget over time">
          {(history) => <Chart history={history} />}
        </Read>
      </Stack>
    </Section>
  );
}

function Chart({ history: { interval, points } }: { readonly history: BudgetHistoryView }) {
  const limits = points.flatMap(({ peak }) => (peak === null ? [] : [peak.limit]));
  return limits.length === 0 ? (
    <Empty>Nothing is known of this period: the workers sample the budget every minute.</Empty>
  ) : (
    <ColumnChart
      label={`Most used requests by priority, ${interval} by ${interval}`}
      layers={budgetLayers}
      points={points.map((point) => pointOf(point, interval))}
      limit={Math.max(...limits)}
      figureOf={(values) => Math.max(...values)}
    />
  );
}

function pointOf({ start, peak }: BudgetHistoryPoint, interval: Interval): Point {
  const when = formatInterval(start, interval);
  if (peak === null) {
    return { when, text: `${when}: not known`, values: [] };
  }
  const { limit, used, used_by: usedBy } = peak;
  const parts = budgetLayers.flatMap(({ priority, name }) =>
    usedBy[priority] === 0 ? [] : [`${formatNumber(usedBy[priority])} ${name.toLowerCase()}`],
  );
  return {
    when,
    text: `${when}: ${formatNumber(used)} of ${formatNumber(limit)} used${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`,
    values: budgetLayers.map(({ priority }) => usedBy[priority]),
  };
}
