import { holds, type DrillFigure } from './drill.js';

export type DrillVerdict = 'PASS' | 'FAIL' | 'SKIP';

export interface DrillReport {
  readonly number: number;
  readonly name: string;
  readonly promise: string;
  readonly seed: number;
  readonly verdict: DrillVerdict;
  readonly seconds: number;
  readonly figures: readonly DrillFigure[];
  /** Why it was skipped, or the error that ended it. */
  readonly reason?: string;
}

export interface RunReport {
  readonly at: string;
  readonly node: string;
  readonly cores: number;
  readonly seconds: number;
  readonly drills: readonly DrillReport[];
}

/** Such as `10 sentinel           PASS  41.2 s  lost 0, duplicates 0`. */
export function lineOf(report: DrillReport): string {
  const { number, name, verdict, seconds, figures, reason } = report;
  const details = [...(reason === undefined ? [] : [reason]), ...figures.map(textOf)].join(', ');
  return `${String(number).padStart(2)} ${name.padEnd(18)} ${verdict}  ${seconds.toFixed(1).padStart(5)} s  ${details}`;
}

export function markdownOf({ at, node, cores, seconds, drills }: RunReport): string {
  const rows = drills.map(
    ({ number, promise, verdict, seconds: own, figures, reason, seed }) =>
      `| ${number} | ${promise} | ${verdict} | ${[...(reason === undefined ? [] : [oneLine(reason)]), ...figures.map(textOf)].join('; ')} | ${own.toFixed(1)} | ${seed} |`,
  );
  const passed = drills.filter(({ verdict }) => verdict === 'PASS').length;
  return [
    '# Drills',
    '',
    `${at}, Node ${node}, ${cores} cores: ${passed} of ${drills.length} passed in ${Math.round(seconds)} s.`,
    '',
    '| # | Promise | Verdict | Figures | Seconds | Seed |',
    '| - | ------- | ------- | ------- | ------- | ---- |',
    ...rows,
    '',
  ].join('\n');
}

function textOf(figure: DrillFigure): string {
  const { name, value, unit = '', atMost, atLeast } = figure;
  const number = Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1);
  const limit =
    atMost !== undefined && atMost === atLeast
      ? `= ${atMost}`
      : [
          ...(atMost === undefined ? [] : [`≤ ${atMost}`]),
          ...(atLeast === undefined ? [] : [`≥ ${atLeast}`]),
        ].join(' ');
  return `${holds(figure) ? '' : 'NOT KEPT: '}${name} ${number}${unit === '' ? '' : ` ${unit}`}${limit === '' ? '' : ` (${limit})`}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').replaceAll('|', '\\|').slice(0, 300);
}
