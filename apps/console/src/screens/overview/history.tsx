import type { HistoryPoint, HistoryView } from '@leadbridge/contracts';

import { ColumnChart, type Point } from '../../parts/column-chart.js';
import { formatNumber } from '../../parts/format.js';
import { formatInterval, type Interval } from '../../parts/period.js';

const layers = [
  { name: 'Created', color: 'blue-8' },
  { name: 'Updated', color: 'teal-7' },
  { name: 'Unchanged', color: 'gray-5' },
  { name: 'Failed', color: 'red-8' },
];

/** How rows ended over the period. */
export function History({ history: { interval, points } }: { readonly history: HistoryView }) {
  return (
    <ColumnChart
      label={`Rows of imports, ${interval} by ${interval}`}
      layers={layers}
      points={points.map((point) => pointOf(point, interval))}
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
