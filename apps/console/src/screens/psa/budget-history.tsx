import { SegmentedControl, Stack } from '@mantine/core';

import type { BudgetHistoryPoint, BudgetHistoryView } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { ColumnChart, type Point } from '../../parts/column-chart.js';
import { formatNumber } from '../../parts/format.js';
import { formatInterval, shownPeriodOf, type Interval } from '../../parts/period.js';
import { useFilters } from '../../parts/search.js';
import { Section } from '../../parts/section.js';
import { Empty, ErrorState } from '../../parts/states.js';

const periods = [
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Today' },
  { value: 'month', label: '30 days' },
];

/** From below upwards: the most urgent stand on the ground. */
const layers = [
  { priority: 'opt_out', name: 'Opt-outs', color: 'red-8' },
  { priority: 'lifecycle', name: 'Lifecycle', color: 'violet-7' },
  { priority: 'single', name: 'Single imports', color: 'blue-8' },
  { priority: 'bulk', name: 'Bulk imports', color: 'teal-7' },
  { priority: 'mirror', name: 'Mirror', color: 'gray-5' },
  { priority: 'others', name: 'Other clients of the PSA', color: 'orange-7' },
] as const;

/** How full the budget of PSA requests was, and of whose requests. */
export function BudgetHistory() {
  const [filters, change] = useFilters();
  const period = filters['period'] ?? 'hour';
  const { data, error } = useRead<BudgetHistoryView>('/psa/budget-history', shownPeriodOf(period), {
    keepsPrevious: true,
  });
  const limits = data?.points.flatMap(({ peak }) => (peak === null ? [] : [peak.limit])) ?? [];
  return (
    <Section title="Used over time">
      <Stack>
        <SegmentedControl
          aria-label="Period of the budget"
          data={periods}
          value={period}
          onChange={(value) => change({ period: value })}
        />
        {error === null ? null : <ErrorState error={error} />}
        {data !== undefined && limits.length === 0 ? (
          <Empty>Nothing is known of this period: the workers sample the budget every minute.</Empty>
        ) : null}
        {data === undefined || limits.length === 0 ? null : (
          <ColumnChart
            label={`Most used requests by priority, ${data.interval} by ${data.interval}`}
            layers={layers}
            points={data.points.map((point) => pointOf(point, data.interval))}
            largest={Math.max(...limits)}
            figureOf={(values) => Math.max(...values)}
          />
        )}
      </Stack>
    </Section>
  );
}

function pointOf({ start, peak }: BudgetHistoryPoint, interval: Interval): Point {
  const when = formatInterval(start, interval);
  if (peak === null) {
    return { when, text: `${when}: not known`, values: [] };
  }
  const { limit, used, used_by: usedBy } = peak;
  const parts = layers.flatMap(({ priority, name }) =>
    usedBy[priority] === 0 ? [] : [`${formatNumber(usedBy[priority])} ${name.toLowerCase()}`],
  );
  return {
    when,
    text: `${when}: ${formatNumber(used)} of ${formatNumber(limit)} used${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`,
    values: layers.map(({ priority }) => usedBy[priority]),
  };
}
