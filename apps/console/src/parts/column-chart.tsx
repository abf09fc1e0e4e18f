import { Group, Text } from '@mantine/core';

import { formatNumber } from './format.js';

export interface Point {
  /** When, shortly: that of the first and the last stand below. */
  readonly when: string;
  /** What is read of it: the interval and its numbers. */
  readonly text: string;
  /** Drawn from below upwards, in the order of the colors. */
  readonly values: readonly number[];
}

export interface Layer {
  readonly name: string;
  /** A color of the theme. */
  readonly color: string;
}

const height = 100;
const step = 10;
const gap = 2;
/** Above a limit, so that its line is seen. */
const headroom = 1.08;

interface Chart {
  readonly label: string;
  readonly layers: readonly Layer[];
  readonly points: readonly Point[];
  /** Drawn as a line, which no column should reach. */
  readonly limit?: number;
  /** What the legend says of a layer's numbers: their sum unless they are no amounts. */
  readonly figureOf?: (values: readonly number[]) => number;
}

/** Numbers over time as stacked columns; each column tells its numbers to whoever points at it, and to screen readers. */
export function ColumnChart(chart: Chart) {
  const { points, limit = 0 } = chart;
  const largest = Math.max(1, limit * headroom, ...points.map(({ values }) => sum(values)));
  return (
    <figure className="column-chart">
      <Text size="xs" c="dimmed" aria-hidden>
        {formatNumber(Math.round(largest))}
      </Text>
      <Columns {...chart} largest={largest} />
      <Group justify="space-between" className="column-axis">
        <Text size="xs">{points[0]?.when}</Text>
        <Text size="xs">{points.at(-1)?.when}</Text>
      </Group>
      <Legend {...chart} />
    </figure>
  );
}

function Columns({ label, layers, points, limit, largest }: Chart & { readonly largest: number }) {
  const told = points.filter(({ values }) => sum(values) > 0).map(({ text }) => text);
  const limitAt = height - ((limit ?? 0) / largest) * height;
  return (
    <svg
      width="100%"
      height="120"
      viewBox={`0 0 ${points.length * step} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${told.join('; ')}`}
    >
      {points.map(({ text, values }, index) => (
        <g key={text}>
          <title>{text}</title>
          <rect className="column-hit" x={index * step} y={0} width={step} height={height} />
          <Column layers={layers} values={values} x={index * step + gap / 2} largest={largest} />
        </g>
      ))}
      {limit === undefined ? null : (
        <line className="column-limit" x1={0} x2={points.length * step} y1={limitAt} y2={limitAt} />
      )}
    </svg>
  );
}

function Legend({ layers, points, limit, figureOf = sum }: Chart) {
  return (
    <figcaption>
      {layers.map(({ name, color }, index) => (
        <Text key={name} size="sm" component="span" mr="md" className="legend">
          <span className="column-key" style={{ background: `var(--mantine-color-${color})` }} aria-hidden />{' '}
          {name}: {formatNumber(figureOf(points.map(({ values }) => values[index] ?? 0)))}
        </Text>
      ))}
      {limit === undefined ? null : (
        <Text size="sm" component="span" className="legend">
          <span className="column-limit-key" aria-hidden /> Limit: {formatNumber(limit)}
        </Text>
      )}
    </figcaption>
  );
}

/** The layers of one column, each on top of those before it. */
function Column({
  layers,
  values,
  x,
  largest,
}: Pick<Chart, 'layers'> & Pick<Point, 'values'> & { readonly x: number; readonly largest: number }) {
  return values.map((value, layer) => {
    const share = (value / largest) * height;
    const below = (sum(values.slice(0, layer)) / largest) * height;
    return (
      <rect
        key={layers[layer]?.name}
        x={x}
        y={height - below - share}
        width={step - gap}
        height={share}
        fill={`var(--mantine-color-${layers[layer]?.color ?? 'gray-6'})`}
      />
    );
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
