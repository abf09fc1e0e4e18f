import { historyIntervals } from '@leadbridge/contracts';
import type { HistoryInterval, HistoryPoint, Period } from '@leadbridge/contracts';

import type { AnalyticsReader } from '../ports/analytics.js';
import { wholeHistory } from './whole-history.js';

const nothing = { created: 0, updated: 0, skipped: 0, preserved: 0, failed: 0 };

/**
 * The outcomes of rows, interval by interval, including intervals without any.
 *
 * @param period of whole intervals
 */
export async function importHistory(
  reader: AnalyticsReader,
  period: Period,
  interval: HistoryInterval,
  source?: string,
): Promise<readonly HistoryPoint[]> {
  const intervalMs = historyIntervals[interval];
  const found = await reader.importHistory(period, intervalMs, source);
  const byStart = new Map(found.map(({ start, ...counts }) => [start.getTime(), counts]));
  return wholeHistory(period, intervalMs, byStart, nothing).map(({ start, value }) => ({ start, ...value }));
}
