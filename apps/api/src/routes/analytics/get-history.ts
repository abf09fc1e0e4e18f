import { historyAnswer, historyPeriod, historyQuery, validationDetails } from '@leadbridge/contracts';
import type { HistoryView } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';
import { importHistory } from '@leadbridge/usecases';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { requestedAnalytics } from './requested-period.js';

export const getHistory = defineRoute({
  method: 'get',
  path: '/analytics/history',
  permission: 'analytics.view',
  summary: 'What was imported, hour by hour or day by day',
  description:
    'The last 30 days unless the query says otherwise, widened to whole intervals in UTC. Each point counts how rows ended: created, updated, skipped, preserved or failed.',
  tags: ['Analytics'],
  request: { query: historyQuery },
  answers: { 200: { description: 'One point for each interval of the period.', schema: historyAnswer } },
  handler: async ({ query, services }) => {
    const { interval } = query;
    const asked = requestedAnalytics(query, services);
    const period = historyPeriod(asked.period, interval);
    if (typeof period === 'string') {
      throw new AppError('VALIDATION_ERROR', period, {
        details: validationDetails([{ field: 'interval', value: interval, message: period }]),
      });
    }
    const body: HistoryView = {
      period: { start: period.from.toISOString(), end: period.to.toISOString() },
      interval,
      points: await importHistory(services.analytics, period, interval, asked.source),
    };
    return ok(body);
  },
});
