import { analyticsQuery, syncAnalyticsResponse } from '@leadbridge/contracts';
import { syncAnalytics } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentSyncAnalytics } from '../../presenters/analytics.js';
import { requestedAnalytics } from '../requested-period.js';

export const getSyncAnalytics = defineRoute({
  method: 'get',
  path: '/analytics/sync',
  permission: 'analytics.view',
  summary: 'Get the number of leads imported, converted and won',
  description:
    'The last 30 days by default, at most 366 days. `leads` counts created leads; `success_rate` is the share of imported leads that were created, updated, skipped or preserved.',
  tags: ['Analytics'],
  request: { query: analyticsQuery },
  responses: { 200: { description: 'The figures of the period.', schema: syncAnalyticsResponse } },
  handler: async ({ query, services }) => {
    const { period, source } = requestedAnalytics(query, services);
    return ok(presentSyncAnalytics(period, await syncAnalytics(services.analytics, period, source)));
  },
});
