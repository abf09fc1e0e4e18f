import { isReached, median, type Figure } from './figure.js';

const columns = ['figure', 'minimum', 'median', 'maximum', 'unit', 'goal', 'reached'] as const;

/** The figures as a Markdown table. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    short(Math.min(...figure.values)),
    short(median(figure.values)),
    short(Math.max(...figure.values)),
    figure.unit,
    goalOf(figure),
    { true: 'yes', false: 'NO', null: '' }[String(isReached(figure)) as 'true' | 'false' | 'null'],
  ]);
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  const notes = figures.flatMap(({ name, note }) => (note === undefined ? [] : [`- ${name}: ${note}`]));
  return [line(columns), rule, ...rows.map(line), ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

function goalOf({ goal }: Figure): string {
  if (goal === null) {
    return '';
  }
  return 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
}

function short(value: number): string {
  if (!Number.isFinite(value)) {
    return '-';
  }
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
