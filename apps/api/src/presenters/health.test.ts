import { describe, expect, it } from '@jest/globals';
import { mirrorKinds, unbegunMirror } from '@leadbridge/usecases';

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
  mirror: Awaited<ReturnType<ApiServices['mirrorStates']>>;
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
    mirror: null,
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
    mirrorStates: () => Promise.resolve(state.mirror),
    eventDispatch: () => Promise.resolve(state.dispatch),
  } as unknown as ApiServices);
};

const round = { round: 2, startedAt: 1, endedAt: 2, documents: 100, pages: 1, pageRows: 100 };

describe('the health of the service', () => {
  it('is degraded while Redis refuses writes', async () => {
    expect(await healthWith({ queue: 'refusing_writes' })).toMatchObject({
      status: 'degraded',
      queue: { state: 'refusing_writes' },
    });
  });

  it.each([
    ['its pages show all that it counts', { complete: round }, { complete: true, missing: [0, 0, 0] }],
    ['they lack a few', { complete: round, missing: 2, unseen: 1 }, { complete: true, missing: [3, 3, 3] }],
    [
      'they lack many',
      { complete: round, missing: 4_249 },
      { complete: false, missing: [4_249, 4_249, 4_249] },
    ],
    ['they were not all read', {}, { complete: false, missing: [0, 0, 0] }],
  ])('says what is missing from the mirror of a PSA: %s', async (_which, changes, { complete, missing }) => {
    const mirror = mirrorKinds.map((kind) => ({ ...unbegunMirror(kind), ...changes }));
    const [tickets, contacts, clients] = missing;
    expect((await healthWith({ mirror })).psa_mirror).toEqual({
      complete,
      missing: { tickets, contacts, clients },
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
