import { analyticsQuery, workflowAnalyticsAnswer } from '@leadbridge/contracts';
import { workflowAnalytics } from '@leadbridge/usecases';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentWorkflowAnalytics } from '../../presenters/analytics.js';
import { requestedAnalytics } from '../requested-period.js';

export const getWorkflowAnalytics = defineRoute({
  method: 'get',
  path: '/analytics/workflow',
  permission: 'analytics.view',
  summary: 'How records move through their stages',
  description:
    'The last 30 days unless the query says otherwise, at most 366 days. A conversion rate is the number of moves in the period over the records that left the stage in the period or stand there now; the times are those of the records that left, and the bottleneck is the stage in which they stood longest, with the records that stand there now. What nothing can be said about is null.',
  tags: ['Analytics'],
  request: { query: analyticsQuery },
  answers: { 200: { description: 'The figures of the period.', schema: workflowAnalyticsAnswer } },
  handler: async ({ query, services }) => {
    const { period, source } = requestedAnalytics(query, services);
    return ok(presentWorkflowAnalytics(period, await workflowAnalytics(services.analytics, period, source)));
  },
});
