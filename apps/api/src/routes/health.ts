import { aliveResponse, healthResponse, queuesResponse } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import { ok } from '../http/route-response.js';
import { route, type Route } from '../pipeline/route.js';
import { readHealth } from '../presenters/health.js';

export const healthRoutes: readonly Route[] = [
  route.get('/health', {
    atOrigin: true,
    permission: 'none',
    summary: 'Get service health, connections, workers and resource usage',
    description:
      '`degraded` if a configured service is not connected, Redis refuses writes, the PSA gives the workers no usable responses, no worker is running, or events are not dispatched to webhooks. The response status is still 200: load balancers should use `/readyz`.',
    responses: { 200: { description: 'The service runs.', schema: healthResponse } },
    handler: async ({ services }) => ok(await readHealth(services)),
  }),
  route.get('/livez', {
    atOrigin: true,
    permission: 'none',
    summary: 'Check whether the process responds',
    responses: { 200: { description: 'It responds.', schema: aliveResponse } },
    handler: () => ok({ status: 'alive' }),
  }),
  route.get('/readyz', {
    atOrigin: true,
    permission: 'none',
    summary: 'Check whether this instance can take requests',
    description:
      'It cannot while the database or the queue is unavailable or refuses writes, or while the process shuts down.',
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
  }),
  route.get('/queues', {
    permission: 'analytics.view',
    summary: 'Get the number of jobs in each queue',
    description: '`GET /jobs` lists the jobs themselves; admins manage the queues at `/admin/queues`.',
    responses: { 200: { description: 'One entry per queue.', schema: queuesResponse } },
    handler: async ({ services }) => ok({ queues: await services.queueDepths() }),
  }),
];
