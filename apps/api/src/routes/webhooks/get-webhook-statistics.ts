import { webhookParams, webhookStatisticsResponse } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';

export const getWebhookStatistics = defineRoute({
  method: 'get',
  path: '/webhooks/:webhook_id/statistics',
  permission: 'data.view.readonly',
  summary: 'Get how the target of a webhook has responded lately',
  description:
    'Of all attempts of the last 1,000 deliveries: the share that succeeded, and the duration that 95 % of them did not exceed.',
  tags: ['Webhooks'],
  request: { params: webhookParams },
  responses: { 200: { description: 'The statistics.', schema: webhookStatisticsResponse } },
  errors: [404],
  handler: async ({ params: { webhook_id: webhookId }, services }) => {
    const { attemptCount, successRate, p95Milliseconds } =
      await services.webhooks.resending.statistics(webhookId);
    return ok({
      webhook_id: webhookId,
      attempts: attemptCount,
      success_rate: successRate,
      p95_ms: p95Milliseconds,
    });
  },
});
