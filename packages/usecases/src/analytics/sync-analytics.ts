import type { Period, SyncAnalyticsView } from '@leadbridge/contracts';

import type { AnalyticsReader } from '../ports/analytics.js';

/** What was imported, converted and won in a period (specification, "GET /analytics/sync"). */
export async function syncAnalytics(
  reader: AnalyticsReader,
  period: Period,
  source?: string,
): Promise<Omit<SyncAnalyticsView, 'period'>> {
  const [facts, prospects, won] = await Promise.all([
    reader.sourceFacts(period, source),
    reader.prospectsCreated(period, source),
    reader.opportunitiesWon(period, source),
  ]);
  const bySource = facts.map(({ source: name, created, succeeded, tried }) => [
    name,
    { leads: created, success_rate: Math.round((succeeded / tried) * 10_000) / 10_000 },
  ]);
  return {
    totals: {
      leads_imported: facts.reduce((total, { created }) => total + created, 0),
      prospects_created: prospects,
      opportunities_won: won,
    },
    by_source: Object.fromEntries(bySource) as SyncAnalyticsView['by_source'],
  };
}
