import type { PsaBudgetStatus } from '@leadbridge/integrations';
import { Registry } from 'prom-client';

import { registerPart, type MetricsPart } from '../parts/metrics-part.js';

/** A part on a registry of its own; `read` reads it and returns the samples, by `name{labels}`. */
export function shownPart<Figures>(
  part: MetricsPart<Figures>,
  figures: Figures,
): { read(): Promise<Readonly<Record<string, number>>> } {
  const registry = new Registry();
  const update = registerPart(registry, part, figures);
  return {
    async read() {
      await update();
      return samplesOf(await registry.metrics());
    },
  };
}

/** The samples of an exposition without the prefix of the service. */
export function samplesOf(exposition: string): Readonly<Record<string, number>> {
  return Object.fromEntries(
    exposition
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const space = line.lastIndexOf(' ');
        return [line.slice(0, space).replace(/^leadbridge_/u, ''), Number(line.slice(space + 1))];
      }),
  );
}

/** A clock that stands still at one time, in Unix milliseconds. */
export const clockAt = (now: number): { now(): number } => ({ now: () => now });

const none = { opt_out: 0, lifecycle: 0, single: 0, bulk: 0, mirror: 0 };

/** A budget of 500 requests that nobody uses. */
export const unusedBudget: PsaBudgetStatus = {
  limit: 500,
  learnedLimit: null,
  used: 0,
  free: 500,
  freeFor: none,
  nextFreeFor: none,
  waiting: none,
  usedBy: { ...none, others: 0 },
  recentlyUsedBy: none,
  windowSeconds: 300,
  nextFreeAt: 0,
  releases: [],
};
