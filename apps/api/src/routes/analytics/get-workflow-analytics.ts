import { analyticsQuery, workflowAnalyticsResponse } from '@leadbridge/contracts';
import { workflowAnalytics } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentWorkflowAnalytics } from '../../presenters/analytics.js';
import { requestedAnalytics } from '../requested-period.js';

export const getWorkflowAnalytics = defineRoute({
  method: 'get',
  path: '/analytics/workflow',
  permission: 'analytics.view',
  summary: 'Get conversion rates and times by lifecycle stage',
  description:
    'The last 30 days by default, at most 366 days. A conversion rate is the number of transitions in the period divided by the records that left the stage in the period or are in it now. Times are those of the records that left. The bottleneck is the stage with the longest time, with the records that are in it now. A figure without data is null.',
  tags: ['Analytics'],
  request: { query: analyticsQuery },
  responses: { 200: { description: 'The figures of the period.', schema: workflowAnalyticsResponse } },
  handler: async ({ query, services }) => {
    const { period, source } = requestedAnalytics(query, services);
    return ok(presentWorkflowAnalytics(period, await workflowAnalytics(services.analytics, period, source)));
  },
});
