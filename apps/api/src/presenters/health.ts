import { loadavg } from 'node:os';

import { apiVersion } from '@leadbridge/contracts';
import type { EventDispatchState, HealthResponse, QueueDepth } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';
import type { DispatchState } from '@leadbridge/usecases';

import type { ApiServices } from '../services.js';
import { presentMirrorHealth } from './mirror-view.js';
import { presentBudget } from './psa-budget.js';

/** The state of the service for `GET /health`, from data that was read now or a few seconds ago. */
export async function readHealth(services: ApiServices): Promise<HealthResponse> {
  const { connections, clock } = services;
  const [psa, providerA, database, queue, workers, depths, budget, mirror, dispatch] = await Promise.all([
    connections.psa(),
    connections.providerA(),
    connections.database(),
    connections.queue(),
    services.workers(),
    services.queueDepths(),
    services.psaBudget(),
    services.mirrorStates(),
    services.eventDispatch(),
  ]);
  const states = { psa, provider_a: providerA, database };
  const isDegraded =
    [...Object.values(states), queue].some((state) => state !== 'connected' && state !== 'not_configured') ||
    workers?.alive === 0 ||
    dispatch?.isStalled === true;
  return {
    status: isDegraded ? 'degraded' : 'healthy',
    version: apiVersion,
    timestamp: isoTime(clock.now()),
    services: states,
    psa_failure: workers?.psaFailure ?? null,
    psa_write_check: workers?.psaWriteCheck ?? null,
    workers: { alive: workers?.alive ?? null, last_seen_at: workers?.lastSeenAt ?? null },
    queue: { state: queue, waiting: sumOf(depths, 'waiting'), active: sumOf(depths, 'active') },
    psa_budget: presentBudget(budget),
    psa_mirror: presentMirrorHealth(mirror),
    event_dispatch: {
      state: dispatchState(dispatch),
      oldest_waiting_seconds: dispatch === null ? null : round(dispatch.oldestWaitingSeconds),
    },
    resources: resourceUsage(),
  };
}

function sumOf(depths: readonly QueueDepth[] | null, state: 'waiting' | 'active'): number | null {
  return depths === null ? null : depths.reduce((sum, depth) => sum + depth[state], 0);
}

function dispatchState(dispatch: DispatchState | null): EventDispatchState {
  if (dispatch === null) {
    return 'unknown';
  }
  return dispatch.isStalled ? 'stalled' : 'working';
}

function resourceUsage(): HealthResponse['resources'] {
  const uptime = process.uptime();
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return {
    uptime_seconds: Math.round(uptime),
    memory_mb: megabytes(rss),
    heap_used_mb: megabytes(heapUsed),
    cpu_share: round((user + system) / 1e6 / uptime),
    load_average: round(loadavg()[0] ?? 0),
  };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
