import type { HistoryPoint, HistoryView } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { ColumnChart, type Point } from '../../parts/column-chart.js';
import { formatNumber } from '../../parts/format.js';
import { formatInterval, shownPeriodOf, type Interval } from '../../parts/period.js';
import { ErrorState } from '../../parts/states.js';

const layers = [
  { name: 'Created', color: 'blue-8' },
  { name: 'Updated', color: 'teal-7' },
  { name: 'Unchanged', color: 'gray-5' },
  { name: 'Failed', color: 'red-8' },
];

/** How rows ended over the period. */
export function History({ period }: { readonly period: string }) {
  const query = shownPeriodOf(period);
  const { data, error } = useRead<HistoryView>('/analytics/history', query, { keepsPrevious: true });
  if (error !== null) {
    return <ErrorState error={error} />;
  }
  return data === undefined ? null : (
    <ColumnChart
      label={`Rows of imports, ${data.interval} by ${data.interval}`}
      layers={layers}
      points={data.points.map((point) => pointOf(point, data.interval))}
    />
  );
}

function pointOf(
  { start, created, updated, skipped, preserved, failed }: HistoryPoint,
  interval: Interval,
): Point {
  const when = formatInterval(start, interval);
  const values = [created, updated, skipped + preserved, failed];
  const told = layers.map(({ name }, index) => `${formatNumber(values[index] ?? 0)} ${name.toLowerCase()}`);
  return { when, text: `${when}: ${told.join(', ')}`, values };
}
