import { healthAnswer } from '@leadbridge/contracts';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { readHealth } from '../../presenters/health.js';

export const getHealth = defineRoute({
  method: 'get',
  path: '/health',
  atOrigin: true,
  permission: 'none',
  summary: 'Service health, connections, workers and resource usage',
  description:
    '`degraded` where something that is configured is not connected, the PSA gives the workers no usable answers, no worker is at work, or events are not dispatched to webhooks. The status is 200 all the same: `/readyz` is what balancers ask.',
  tags: ['Health'],
  request: {},
  answers: { 200: { description: 'The service runs.', schema: healthAnswer } },
  handler: async ({ services }) => ok(await readHealth(services)),
});
