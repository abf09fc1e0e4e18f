import {
  budgetHistoryQuery,
  budgetHistoryResponse,
  checkPsaResponse,
  emptyBody,
  historyIntervals,
} from '@leadbridge/contracts';
import type { BudgetHistoryView } from '@leadbridge/contracts';
import { wholeHistory } from '@leadbridge/usecases';

import { ok } from '../http/route-response.js';
import { auditOrigin } from '../pipeline/audit-origin.js';
import { jobRoute } from '../pipeline/job-route.js';
import { route, type Route } from '../pipeline/route.js';
import { presentPeriod } from '../presenters/analytics.js';
import { presentBudgetSample } from '../presenters/psa-budget.js';
import { requestedPeriod, wholeIntervalsOf } from './requested-period.js';

export const psaRoutes: readonly Route[] = [
  route.get('/psa/budget-history', {
    permission: 'analytics.view',
    summary: 'Get the usage history of the PSA request budget',
    description:
      'The last 30 days by default, by minute, hour or day; the period is extended to whole intervals in UTC. The workers sample the budget every minute and keep the samples for 31 days. Each point is the sample with the highest usage in its interval.',
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
        period: presentPeriod(period),
        interval,
        points: wholeHistory(period, widthMs, peaks, null).map(({ start, value }) => ({
          start,
          peak: value === null ? null : presentBudgetSample(value),
        })),
      } satisfies BudgetHistoryView);
    },
  }),
  jobRoute.post('/psa/check', {
    permission: 'config.manage',
    summary: 'Check the connection to the PSA and its setup',
    description:
      'A worker runs the same check as `leadbridge psa check`: whether the PSA accepts the credentials, and whether it has everything that jobs need under the configured names. It uses about ten requests of the budget and writes nothing. Problems with the PSA are findings in the result, not errors. The latest check is the newest job of type `psa_check`.',
    request: { body: emptyBody },
    responses: { 200: { description: 'The result of the check.', schema: checkPsaResponse } },
    job: 'psa_check',
    accepted: 'It goes on by itself.',
    plan: (request) => {
      const { jobId, services } = request;
      const audit = {
        ...auditOrigin(request),
        action: 'psa.check_requested',
        target: { type: 'psa', id: jobId },
        changes: {},
      } as const;
      return { input: {}, store: async (job) => services.auditedJobs.create(job, audit) };
    },
  }),
];
