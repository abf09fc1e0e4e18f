import { aliveAnswer } from '@leadbridge/contracts';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';

export const getLiveness = defineRoute({
  method: 'get',
  path: '/livez',
  atOrigin: true,
  permission: 'none',
  summary: 'Whether the process answers',
  tags: ['Health'],
  request: {},
  answers: { 200: { description: 'It does.', schema: aliveAnswer } },
  handler: () => ok({ status: 'alive' }),
});
