import type { Period, SyncAnalyticsView } from '@leadbridge/contracts';
import { INITIAL_STATUS } from '@leadbridge/domain';

import type { AnalyticsReader } from '../ports/analytics.js';
import { arrivals } from './arrivals.js';

/** What was imported, converted and won in a period (specification, "GET /analytics/sync"). */
export async function syncAnalytics(
  reader: AnalyticsReader,
  period: Period,
  source?: string,
): Promise<Omit<SyncAnalyticsView, 'period'>> {
  const [facts, transitions] = await Promise.all([
    reader.sourceFacts(period, source),
    reader.transitions(period, source),
  ]);
  const bySource = facts.map(({ source: name, created, succeeded, tried }) => [
    name,
    { leads: created, success_rate: Math.round((succeeded / tried) * 10_000) / 10_000 },
  ]);
  return {
    totals: {
      leads_imported: facts.reduce((total, { created }) => total + created, 0),
      // A prospect is recorded together with the move that its lead makes, and no prospect ever moves back to its beginning.
      prospects_created: arrivals(transitions, INITIAL_STATUS.prospect),
      opportunities_won: arrivals(transitions, 'won'),
    },
    by_source: Object.fromEntries(bySource) as SyncAnalyticsView['by_source'],
  };
}
