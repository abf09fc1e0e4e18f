import { historyResponse, historyIntervals, historyQuery, type HistoryView } from '@leadbridge/contracts';
import { importHistory } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { requestedAnalytics, wholeIntervalsOf } from '../requested-period.js';

export const getHistory = defineRoute({
  method: 'get',
  path: '/analytics/history',
  permission: 'analytics.view',
  summary: 'Get the import history by minute, hour or day',
  description:
    'The last 30 days by default, extended to whole intervals in UTC. Each point counts rows by result: created, updated, skipped, preserved or failed.',
  tags: ['Analytics'],
  request: { query: historyQuery },
  responses: { 200: { description: 'One point per interval of the period.', schema: historyResponse } },
  handler: async ({ query, services }) => {
    const { interval } = query;
    const asked = requestedAnalytics(query, services);
    const period = wholeIntervalsOf(asked.period, interval, historyIntervals[interval]);
    return ok({
      period: { start: period.from.toISOString(), end: period.to.toISOString() },
      interval,
      points: await importHistory(services.analytics, period, interval, asked.source),
    } satisfies HistoryView);
  },
});
