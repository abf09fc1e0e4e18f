import {
  analyticsQuery,
  historyIntervals,
  historyQuery,
  historyResponse,
  performanceQuery,
  performanceResponse,
  performanceWindows,
  syncAnalyticsResponse,
  workflowAnalyticsResponse,
} from '@leadbridge/contracts';
import type { HistoryView, PerformanceView } from '@leadbridge/contracts';
import { importHistory, syncAnalytics, workflowAnalytics } from '@leadbridge/usecases';

import { ok } from '../http/route-response.js';
import { route, type Route } from '../pipeline/route.js';
import { presentPeriod, presentSyncAnalytics, presentWorkflowAnalytics } from '../presenters/analytics.js';
import { requestedAnalytics, wholeIntervalsOf } from './requested-period.js';

const bytesPerMegabyte = 1_000_000;

export const analyticsRoutes: readonly Route[] = [
  route.get('/analytics/sync', {
    permission: 'analytics.view',
    summary: 'Get the number of leads imported, converted and won',
    description:
      'The last 30 days by default, at most 366 days. `leads` counts created leads; `success_rate` is the share of imported leads that were created, updated, skipped or preserved.',
    request: { query: analyticsQuery },
    responses: { 200: { description: 'The figures of the period.', schema: syncAnalyticsResponse } },
    handler: async ({ query, services }) => {
      const { period, source } = requestedAnalytics(query, services);
      return ok(presentSyncAnalytics(period, await syncAnalytics(services.analytics, period, source)));
    },
  }),
  route.get('/analytics/history', {
    permission: 'analytics.view',
    summary: 'Get the import history by minute, hour or day',
    description:
      'The last 30 days by default, extended to whole intervals in UTC. Each point counts rows by result: created, updated, skipped, preserved or failed.',
    request: { query: historyQuery },
    responses: { 200: { description: 'One point per interval of the period.', schema: historyResponse } },
    handler: async ({ query, services }) => {
      const { interval } = query;
      const asked = requestedAnalytics(query, services);
      const period = wholeIntervalsOf(asked.period, interval, historyIntervals[interval]);
      return ok({
        period: presentPeriod(period),
        interval,
        points: await importHistory(services.analytics, period, interval, asked.source),
      } satisfies HistoryView);
    },
  }),
  route.get('/analytics/performance', {
    permission: 'analytics.view',
    summary: 'Get response times and error rates of the API',
    description:
      'For all instances of the API, without health checks. Times are in milliseconds, percentiles are accurate to two percent, and errors are responses with status 500 and above.',
    request: { query: performanceQuery },
    responses: { 200: { description: 'The figures of the window.', schema: performanceResponse } },
    handler: async ({ query, services }) => {
      const figures = await services.performance.read(performanceWindows[query.window]);
      return ok({
        response_times: { average: figures.average, p95: figures.p95, p99: figures.p99 },
        error_rates: { total: figures.errorRate, by_endpoint: figures.errorRateByEndpoint },
        throughput: {
          requests_per_minute: figures.requestsPerMinute,
          data_processed_mb: figures.bytes / bytesPerMegabyte,
        },
        ...(figures.isPartial ? { partial: true } : {}),
      } satisfies PerformanceView);
    },
  }),
  route.get('/analytics/workflow', {
    permission: 'analytics.view',
    summary: 'Get conversion rates and times by lifecycle stage',
    description:
      'The last 30 days by default, at most 366 days. A conversion rate is the number of transitions in the period divided by the records that left the stage in the period or are in it now. Times are those of the records that left. The bottleneck is the stage with the longest time, with the records that are in it now. A figure without data is null.',
    request: { query: analyticsQuery },
    responses: { 200: { description: 'The figures of the period.', schema: workflowAnalyticsResponse } },
    handler: async ({ query, services }) => {
      const { period, source } = requestedAnalytics(query, services);
      return ok(
        presentWorkflowAnalytics(period, await workflowAnalytics(services.analytics, period, source)),
      );
    },
  }),
];
