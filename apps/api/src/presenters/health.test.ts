import { describe, expect, it } from '@jest/globals';

import type { ApiServices } from '../services.js';
import { readHealth } from './health.js';

type Changes = Partial<{
  psa: string;
  providerA: string;
  database: string;
  queue: string;
  workers: Awaited<ReturnType<ApiServices['workers']>>;
  depths: Awaited<ReturnType<ApiServices['queueDepths']>>;
  dispatch: Awaited<ReturnType<ApiServices['eventDispatch']>>;
}>;

const workers = { alive: 2, lastSeenAt: '2026-01-31T09:00:00.000Z', psaFailure: null, psaWriteCheck: null };

const healthWith = async (changes: Changes = {}) => {
  const state = {
    psa: 'connected',
    providerA: 'not_configured',
    database: 'connected',
    queue: 'connected',
    workers,
    depths: [
      { waiting: 3, active: 1 },
      { waiting: 4, active: 0 },
    ],
    dispatch: { oldestWaitingSeconds: 0.126, isStalled: false },
    ...changes,
  };
  return await readHealth({
    clock: { now: () => Date.parse('2026-01-31T09:00:01.000Z') },
    connections: {
      psa: () => Promise.resolve(state.psa),
      providerA: () => Promise.resolve(state.providerA),
      database: () => Promise.resolve(state.database),
      queue: () => Promise.resolve(state.queue),
    },
    workers: () => Promise.resolve(state.workers),
    queueDepths: () => Promise.resolve(state.depths),
    psaBudget: () => Promise.resolve(null),
    eventDispatch: () => Promise.resolve(state.dispatch),
  } as unknown as ApiServices);
};

describe('the health of the service', () => {
  it('is degraded while Redis refuses writes', async () => {
    expect(await healthWith({ queue: 'refusing_writes' })).toMatchObject({
      status: 'degraded',
      queue: { state: 'refusing_writes' },
    });
  });

  it('is healthy, with the sums of all queues', async () => {
    expect(await healthWith()).toMatchObject({
      status: 'healthy',
      timestamp: '2026-01-31T09:00:01.000Z',
      services: { psa: 'connected', provider_a: 'not_configured', database: 'connected' },
      psa_failure: null,
      workers: { alive: 2, last_seen_at: '2026-01-31T09:00:00.000Z' },
      queue: { state: 'connected', waiting: 7, active: 1 },
      psa_budget: null,
      event_dispatch: { state: 'working', oldest_waiting_seconds: 0.13 },
    });
  });

  it.each([
    ['the PSA is unreachable', { psa: 'disconnected' }],
    ['the PSA gives no usable responses', { psa: 'failing' }],
    ['a provider is unreachable', { providerA: 'disconnected' }],
    ['MongoDB is unreachable', { database: 'disconnected' }],
    ['Redis is unreachable', { queue: 'disconnected' }],
    ['no worker runs', { workers: { ...workers, alive: 0 } }],
    ['events are not dispatched', { dispatch: { oldestWaitingSeconds: 61, isStalled: true } }],
  ] as const)('is degraded if %s', async (_, changes) => {
    expect((await healthWith(changes)).status).toBe('degraded');
  });

  it('says that it does not know what Redis and MongoDB would say, and does not call that a stall', async () => {
    const health = await healthWith({ workers: null, depths: null, dispatch: null });
    expect(health).toMatchObject({
      status: 'healthy',
      workers: { alive: null, last_seen_at: null },
      queue: { waiting: null, active: null },
      event_dispatch: { state: 'unknown', oldest_waiting_seconds: null },
    });
  });

  it('shows since when and why the PSA fails', async () => {
    const psaFailure = { since: '2026-01-31T08:00:00.000Z', reason: 'credentials_refused' } as const;
    expect(await healthWith({ workers: { ...workers, psaFailure } })).toMatchObject({
      psa_failure: psaFailure,
    });
  });

  it('shows what the process uses', async () => {
    const { resources } = await healthWith();
    expect(resources.memory_mb).toBeGreaterThan(resources.heap_used_mb);
    expect(resources.uptime_seconds).toBeGreaterThanOrEqual(0);
    expect(resources.cpu_share).toBeGreaterThan(0);
  });
});
