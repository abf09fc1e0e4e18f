import { queuesAnswer } from '@leadbridge/contracts';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';

export const getQueues = defineRoute({
  method: 'get',
  path: '/queues',
  permission: 'analytics.view',
  summary: 'How many jobs each queue holds',
  description: 'The jobs themselves are listed by `GET /jobs`; admins work on the queues at `/admin/queues`.',
  tags: ['Health'],
  request: {},
  answers: { 200: { description: 'One entry for each queue.', schema: queuesAnswer } },
  handler: async ({ services }) => ok({ queues: await services.queueDepths() }),
});
