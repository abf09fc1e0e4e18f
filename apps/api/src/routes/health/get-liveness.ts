import { aliveAnswer } from '@leadbridge/contracts';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';

export const getLiveness = defineRoute({
  method: 'get',
  path: '/livez',
  atOrigin: true,
  permission: 'none',
  summary: 'Check whether the process responds',
  tags: ['Health'],
  request: {},
  answers: { 200: { description: 'It responds.', schema: aliveAnswer } },
  handler: () => ok({ status: 'alive' }),
});
