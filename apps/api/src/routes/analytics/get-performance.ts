import { performanceResponse, performanceQuery, performanceWindows } from '@leadbridge/contracts';
import type { PerformanceView } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';

const bytesPerMegabyte = 1_000_000;

export const getPerformance = defineRoute({
  method: 'get',
  path: '/analytics/performance',
  permission: 'analytics.view',
  summary: 'Get response times and error rates of the API',
  description:
    'For all instances of the API, without health checks. Times are in milliseconds, percentiles are accurate to two percent, and errors are responses with status 500 and above.',
  tags: ['Analytics'],
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
});
