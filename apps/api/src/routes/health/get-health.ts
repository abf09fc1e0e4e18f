import { healthResponse } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { readHealth } from '../../presenters/health.js';

export const getHealth = defineRoute({
  method: 'get',
  path: '/health',
  atOrigin: true,
  permission: 'none',
  summary: 'Get service health, connections, workers and resource usage',
  description:
    '`degraded` if a configured service is not connected, Redis refuses writes, the PSA gives the workers no usable responses, no worker is running, or events are not dispatched to webhooks. The response status is still 200: load balancers should use `/readyz`.',
  tags: ['Health'],
  request: {},
  responses: { 200: { description: 'The service runs.', schema: healthResponse } },
  handler: async ({ services }) => ok(await readHealth(services)),
});
