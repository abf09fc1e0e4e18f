import { budgetHistoryAnswer, budgetHistoryQuery, historyIntervals } from '@leadbridge/contracts';
import type { BudgetHistoryView } from '@leadbridge/contracts';
import { wholeHistory } from '@leadbridge/usecases';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentBudgetSample } from '../../presenters/psa-budget.js';
import { requestedPeriod, wholeIntervalsOf } from '../requested-period.js';

export const getBudgetHistory = defineRoute({
  method: 'get',
  path: '/psa/budget-history',
  permission: 'analytics.view',
  summary: 'How the budget of PSA requests was used, minute by minute, hour by hour or day by day',
  description:
    'The last 30 days unless the query says otherwise, widened to whole intervals in UTC. The workers sample the budget every minute, and keep the samples for 31 days. Each point has the sample of its interval in which most was used.',
  tags: ['PSA'],
  request: { query: budgetHistoryQuery },
  answers: {
    200: { description: 'One point for each interval of the period.', schema: budgetHistoryAnswer },
  },
  handler: async ({ query, services }) => {
    const { interval } = query;
    const widthMs = historyIntervals[interval];
    const period = wholeIntervalsOf(requestedPeriod(query, services), interval, widthMs);
    const peaks = await services.budgetHistory.peaks(period, widthMs);
    const body: BudgetHistoryView = {
      period: { start: period.from.toISOString(), end: period.to.toISOString() },
      interval,
      points: wholeHistory(period, widthMs, peaks, null).map(({ start, value }) => ({
        start,
        peak: value === null ? null : presentBudgetSample(value),
      })),
    };
    return ok(body);
  },
});
