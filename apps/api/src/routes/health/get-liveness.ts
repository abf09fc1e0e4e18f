import { aliveResponse } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';

export const getLiveness = defineRoute({
  method: 'get',
  path: '/livez',
  atOrigin: true,
  permission: 'none',
  summary: 'Check whether the process responds',
  tags: ['Health'],
  request: {},
  responses: { 200: { description: 'It responds.', schema: aliveResponse } },
  handler: () => ok({ status: 'alive' }),
});
