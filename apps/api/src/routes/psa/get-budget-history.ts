import { budgetHistoryResponse, budgetHistoryQuery, historyIntervals } from '@leadbridge/contracts';
import type { BudgetHistoryView } from '@leadbridge/contracts';
import { wholeHistory } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentBudgetSample } from '../../presenters/psa-budget.js';
import { requestedPeriod, wholeIntervalsOf } from '../requested-period.js';

export const getBudgetHistory = defineRoute({
  method: 'get',
  path: '/psa/budget-history',
  permission: 'analytics.view',
  summary: 'Get the usage history of the PSA request budget',
  description:
    'The last 30 days by default, by minute, hour or day; the period is extended to whole intervals in UTC. The workers sample the budget every minute and keep the samples for 31 days. Each point is the sample with the highest usage in its interval.',
  tags: ['PSA'],
  request: { query: budgetHistoryQuery },
  responses: {
    200: { description: 'One point per interval of the period.', schema: budgetHistoryResponse },
  },
  handler: async ({ query, services }) => {
    const { interval } = query;
    const widthMs = historyIntervals[interval];
    const period = wholeIntervalsOf(requestedPeriod(query, services), interval, widthMs);
    const peaks = await services.budgetHistory.peaks(period, widthMs);
    return ok({
      period: { start: period.from.toISOString(), end: period.to.toISOString() },
      interval,
      points: wholeHistory(period, widthMs, peaks, null).map(({ start, value }) => ({
        start,
        peak: value === null ? null : presentBudgetSample(value),
      })),
    } satisfies BudgetHistoryView);
  },
});
