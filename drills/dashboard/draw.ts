import { readFile } from 'node:fs/promises';

import { parse } from 'yaml';

import { compile, type Series } from './promql.js';

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Line {
  readonly name: string;
  readonly points: readonly { readonly at: number; readonly value: number }[];
}

const root = new URL('../../deploy/', import.meta.url);
/** Pixels of one unit of Grafana's grid. */
const [unitX, unitY, gap] = [50, 30, 6];
const steps = 120;
const maxLegend = 6;
const colours = ['#5794f2', '#73bf69', '#fade2a', '#ff9830', '#f2495c', '#b877d9', '#8ab8ff', '#96d98d'];

/** The shipped dashboard of what was told between two times (Unix milliseconds), as an SVG. */
export async function drawDashboard(series: readonly Series[], from: number, to: number): Promise<string> {
  const { panels } = JSON.parse(await readFile(new URL('grafana/leadbridge.json', root), 'utf8')) as {
    readonly panels: readonly Panel[];
  };
  const { groups } = parse(await readFile(new URL('prometheus/leadbridge.rules.yaml', root), 'utf8')) as {
    readonly groups: readonly {
      readonly rules: readonly { readonly record?: string; readonly expr: string }[];
    }[];
  };
  const rules = new Map(
    groups.flatMap((group) =>
      group.rules.flatMap(({ record, expr }) => (record === undefined ? [] : [[record, expr] as const])),
    ),
  );
  const times = Array.from({ length: steps }, (_, step) => from + ((to - from) * (step + 1)) / steps);
  const drawn = panels.map((panel) => drawPanel(panel, linesOf(panel, { series, rules, times }), from, to));
  const height = Math.max(...panels.map(({ gridPos }) => (gridPos.y + gridPos.h) * unitY));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${24 * unitX} ${height}" font-family="sans-serif" font-size="11" fill="#ccccdc">`,
    `<rect width="100%" height="100%" fill="#111217"/>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

function linesOf(
  { targets = [] }: Panel,
  told: {
    readonly series: readonly Series[];
    readonly rules: ReadonlyMap<string, string>;
    readonly times: readonly number[];
  },
): readonly Line[] {
  return targets.flatMap(({ expr, legendFormat }) => {
    const query = compile(expr, told.series, told.rules);
    const lines = new Map<string, { at: number; value: number }[]>();
    for (const at of told.times) {
      for (const { labels, value } of query(at)) {
        const name = legendFormat.replaceAll(/\{\{(\w+)\}\}/gu, (_, label: string) => labels[label] ?? '');
        lines.set(name, [...(lines.get(name) ?? []), ...(Number.isFinite(value) ? [{ at, value }] : [])]);
      }
    }
    return [...lines].map(([name, points]) => ({ name, points }));
  });
}

function drawPanel(panel: Panel, lines: readonly Line[], from: number, to: number): string {
  const { x, y, w, h } = panel.gridPos;
  const [left, top, width, height] = [x * unitX, y * unitY, w * unitX - gap, h * unitY - gap];
  if (panel.type === 'row') {
    return `<text x="${left + 4}" y="${top + 20}" font-size="14" font-weight="bold">${escaped(panel.title)}</text>`;
  }
  const unit = panel.fieldConfig?.defaults.unit ?? 'none';
  const body = panel.type === 'stat' ? drawStat : drawChart;
  return [
    `<g transform="translate(${left} ${top})">`,
    `<rect width="${width}" height="${height}" rx="3" fill="#181b1f" stroke="#2c3235"/>`,
    `<text x="8" y="17" font-weight="bold">${escaped(panel.title)}</text>`,
    ...body(lines, { width, height, unit, from, to }),
    '</g>',
  ].join('\n');
}

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly unit: string;
  readonly from: number;
  readonly to: number;
}

function drawStat(lines: readonly Line[], { width, height, unit }: Frame): readonly string[] {
  const texts = lines
    .map(({ points }) => points.at(-1))
    .map((last) => (last ? told(last.value, unit) : 'none'));
  return [
    `<text x="${width / 2}" y="${height / 2 + 20}" font-size="26" fill="#73bf69" text-anchor="middle">${texts.join(' / ') || 'no data'}</text>`,
  ];
}

function drawChart(lines: readonly Line[], { width, height, unit, from, to }: Frame): readonly string[] {
  const [left, top, right, bottom] = [56, 28, width - 10, height - 42];
  const max = Math.max(...lines.flatMap(({ points }) => points.map(({ value }) => value)), 0) || 1;
  const placeX = (at: number): number => left + ((at - from) / (to - from)) * (right - left);
  const placeY = (value: number): number => bottom - (value / max) * (bottom - top);
  const grid = [0, 0.5, 1].flatMap((share) => [
    `<path d="M${left} ${placeY(max * share)}H${right}" stroke="#2c3235"/>`,
    `<text x="${left - 5}" y="${placeY(max * share) + 4}" text-anchor="end">${told(max * share, unit)}</text>`,
  ]);
  const curves = lines.map(({ points }, index) => {
    const path = points.map(({ at, value }) => `${placeX(at).toFixed(1)} ${placeY(value).toFixed(1)}`);
    return `<polyline points="${path.join(' ')}" fill="none" stroke="${colourOf(index)}" stroke-width="1.5"/>`;
  });
  const shown = lines.slice(0, maxLegend);
  const legend = shown.map(
    ({ name }, index) => `<tspan fill="${colourOf(index)}">${escaped(name === '' ? 'value' : name)} </tspan>`,
  );
  const more = lines.length > maxLegend ? `<tspan>and ${lines.length - maxLegend} more</tspan>` : '';
  const seconds = Math.round((to - from) / 1_000);
  return [
    ...grid,
    ...curves,
    `<text x="${left}" y="${bottom + 14}">0 s</text>`,
    `<text x="${right}" y="${bottom + 14}" text-anchor="end">${seconds} s</text>`,
    `<text x="8" y="${height - 8}" font-size="10">${lines.length === 0 ? 'no data' : legend.join('')}${more}</text>`,
  ];
}

function colourOf(index: number): string {
  return colours[index % colours.length] ?? '';
}

function told(value: number, unit: string): string {
  const scaled = unit === 'bytes' ? value / 1_048_576 : unit === 'percentunit' ? value * 100 : value;
  const suffix = { bytes: ' MB', percentunit: ' %', s: ' s', ops: '/s', reqps: '/s' }[unit] ?? '';
  return `${Number(scaled.toPrecision(3))}${suffix}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
