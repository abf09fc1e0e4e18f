import { queuesResponse } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';

export const getQueues = defineRoute({
  method: 'get',
  path: '/queues',
  permission: 'analytics.view',
  summary: 'Get the number of jobs in each queue',
  description: '`GET /jobs` lists the jobs themselves; admins manage the queues at `/admin/queues`.',
  tags: ['Health'],
  request: {},
  responses: { 200: { description: 'One entry per queue.', schema: queuesResponse } },
  handler: async ({ services }) => ok({ queues: await services.queueDepths() }),
});
