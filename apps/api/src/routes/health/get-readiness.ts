import { aliveResponse } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';

export const getReadiness = defineRoute({
  method: 'get',
  path: '/readyz',
  atOrigin: true,
  permission: 'none',
  summary: 'Check whether this instance can take requests',
  description:
    'It cannot while the database or the queue is unavailable or refuses writes, or while the process shuts down.',
  tags: ['Health'],
  request: {},
  responses: { 200: { description: 'It can.', schema: aliveResponse } },
  errors: [503],
  handler: async ({ services }) => {
    const { connections, stopping } = services;
    const [database, queue] = await Promise.all([connections.database(), connections.queue()]);
    if (stopping.aborted || database !== 'connected' || queue !== 'connected') {
      throw new AppError('EXTERNAL_API_ERROR', 'The service is not ready', {
        status: 503,
        details: { database, queue, stopping: stopping.aborted },
      });
    }
    return ok({ status: 'ready' });
  },
});
