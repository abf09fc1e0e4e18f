import type { HistoryPoint, HistoryView } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { ColumnChart, type Point } from '../../parts/column-chart.js';
import { formatNumber } from '../../parts/format.js';
import { ErrorState } from '../../parts/states.js';
import { periodSince } from './period.js';

const layers = [
  { name: 'Created', color: 'blue-8' },
  { name: 'Updated', color: 'teal-7' },
  { name: 'Unchanged', color: 'gray-5' },
  { name: 'Failed', color: 'red-8' },
];

/** How rows ended over the period: a day by its hours, more by its days. */
export function History({ period, everyMs }: { readonly period: string; readonly everyMs: number }) {
  const interval = period === 'day' ? 'hour' : 'day';
  const { data, error } = useRead<HistoryView>(
    '/analytics/history',
    { start_date: periodSince(period, new Date()), interval },
    { everyMs },
  );
  if (error !== null) {
    return <ErrorState error={error} />;
  }
  return data === undefined ? null : (
    <ColumnChart
      label={`Rows of imports, ${interval} by ${interval}`}
      layers={layers}
      points={data.points.map((point) => pointOf(point, interval))}
    />
  );
}

/** Days are those of UTC; hours are told in the person's zone. */
function pointOf(
  { start, created, updated, skipped, preserved, failed }: HistoryPoint,
  interval: 'hour' | 'day',
): Point {
  const at = new Date(start);
  const when =
    interval === 'hour'
      ? at.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
      : at.toLocaleDateString(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const values = [created, updated, skipped + preserved, failed];
  const told = layers.map(({ name }, index) => `${formatNumber(values[index] ?? 0)} ${name.toLowerCase()}`);
  return { when, text: `${when}: ${told.join(', ')}`, values };
}
