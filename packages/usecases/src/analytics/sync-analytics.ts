import type { Period } from '@leadbridge/contracts';
import { INITIAL_STATUS } from '@leadbridge/domain';

import type { AnalyticsReader } from '../ports/analytics.js';
import { arrivals } from './arrivals.js';

export interface SyncFigures {
  readonly leadsImported: number;
  readonly prospectsCreated: number;
  readonly opportunitiesWon: number;
  /** How many leads were created, and the share of tried leads that did not fail (0 to 1). */
  readonly bySource: readonly {
    readonly source: string;
    readonly leads: number;
    readonly successRate: number;
  }[];
}

/** What was imported, converted and won in a period (specification, "GET /analytics/sync"). */
export async function syncAnalytics(
  reader: AnalyticsReader,
  period: Period,
  source?: string,
): Promise<SyncFigures> {
  const [facts, transitions] = await Promise.all([
    reader.sourceFacts(period, source),
    reader.transitions(period, source),
  ]);
  return {
    leadsImported: facts.reduce((total, { created }) => total + created, 0),
    // A prospect is recorded together with its lead's transition, and never returns to its initial status.
    prospectsCreated: arrivals(transitions, INITIAL_STATUS.prospect),
    opportunitiesWon: arrivals(transitions, 'won'),
    bySource: facts.map(({ source: name, created, succeeded, tried }) => ({
      source: name,
      leads: created,
      successRate: Math.round((succeeded / tried) * 10_000) / 10_000,
    })),
  };
}
