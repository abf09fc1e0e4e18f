import type { ProcessSystem } from '@leadbridge/devkit';

import type { Series } from './promql.js';

const everyMs = 3_000;
const lineOf = /^([\w:]+)(?:\{(.*)\})? (\S+)$/u;
const labelOf = /(\w+)="((?:[^"\\]|\\.)*)"/gu;

interface Told {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly points: { at: number; value: number }[];
}

export interface Scrape {
  /** Ends the asking; answers all that was told, and since when (Unix milliseconds). */
  stop(): { readonly series: readonly Series[]; readonly from: number };
}

/** Asks an API for its metrics every few seconds, as Prometheus does. */
export function scrapeMetrics({ baseUrl, adminKey }: Pick<ProcessSystem, 'baseUrl' | 'adminKey'>): Scrape {
  const found = new Map<string, Told>();
  const from = Date.now();
  const ask = async (): Promise<void> => {
    const response = await fetch(`${baseUrl}/metrics`, { headers: { authorization: `Bearer ${adminKey}` } });
    const at = Date.now();
    for (const line of (await response.text()).split('\n')) {
      const [, name, labels = '', value] = lineOf.exec(line) ?? [];
      if (name !== undefined) {
        const key = `${name}{${labels}}`;
        const told = found.get(key) ?? { name, labels: readLabels(labels), points: [] };
        told.points.push({ at, value: Number(value) });
        found.set(key, told);
      }
    }
  };
  const timer = setInterval(() => {
    // What cannot be asked now is a gap.
    ask().catch(() => undefined);
  }, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return { series: [...found.values()], from };
    },
  };
}

function readLabels(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...text.matchAll(labelOf)].map(([, name = '', value = '']) => [name, value]));
}
