import { allChangeKinds, type ChangeKind } from '@leadbridge/contracts';
import type { Clock, Logger } from '@leadbridge/platform';
import type { ChangeWatch } from '@leadbridge/usecases';
import type { Connection, mongo } from 'mongoose';

const kindOf: Readonly<Record<string, ChangeKind>> = {
  jobs: 'jobs',
  suppressions: 'suppressions',
  webhooks: 'webhooks',
  webhook_deliveries: 'deliveries',
  error_log: 'errors',
  psa_mirror: 'mirror',
  reconciliations: 'reconciliations',
  reconciliation_findings: 'reconciliations',
  psa_budget_samples: 'psa_budget',
};

const pipeline = [{ $match: { 'ns.coll': { $in: Object.keys(kindOf) } } }, { $project: { ns: 1 } }];

/** The pause after a failed change stream; it doubles while it fails again. */
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

/**
 * Readers reconnect after every end of their stream; watching continues so that their missed changes are
 * known.
 */
const lingerMs = 60_000;

/** Opens a change stream of the database of a connection. */
export type OpenChanges = (
  stages: Record<string, unknown>[],
) => Pick<mongo.ChangeStream, 'tryNext' | 'close'>;

/** The current state of a watch. */
interface WatchState {
  readonly listeners: Set<(kind: ChangeKind) => void>;
  readonly changedAt: Map<ChangeKind, number>;
  /** Null if nobody listens. */
  run: AbortController | null;
  /** The time since which no change can have been missed; null if unknown. */
  liveSince: number | null;
  lingering: NodeJS.Timeout | undefined;
  closing: Promise<unknown>;
}

interface WatchDependencies {
  readonly state: WatchState;
  readonly open: OpenChanges;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * One change stream for all listeners of this process. The driver resumes it after elections and lost
 * connections. If it cannot, a new one is opened, and everything counts as changed.
 */
export function createChangeWatch(
  connection: Connection,
  parts: { readonly clock: Clock; readonly logger: Logger; readonly open?: OpenChanges },
): ChangeWatch {
  const state: WatchState = {
    listeners: new Set(),
    changedAt: new Map(),
    run: null,
    liveSince: null,
    lingering: undefined,
    closing: Promise.resolve(),
  };
  const open: OpenChanges =
    parts.open ?? ((stages) => connection.getClient().db(connection.name).watch(stages));
  const deps: WatchDependencies = { state, open, clock: parts.clock, logger: parts.logger };

  return {
    subscribe: (changed) => subscribe(deps, changed),
    changedSince: (atMs) =>
      state.liveSince === null || state.liveSince > atMs
        ? allChangeKinds
        : allChangeKinds.filter((kind) => (state.changedAt.get(kind) ?? 0) >= atMs),
    isLive: () => state.liveSince !== null,
    close: async () => stop(state),
  };
}

function subscribe(deps: WatchDependencies, changed: (kind: ChangeKind) => void): () => void {
  const { state } = deps;
  state.listeners.add(changed);
  clearTimeout(state.lingering);
  if (state.run === null) {
    state.run = new AbortController();
    void watch(deps, state.run.signal);
  }
  return () => {
    state.listeners.delete(changed);
    if (state.listeners.size === 0) {
      clearTimeout(state.lingering);
      state.lingering = setTimeout(() => void stop(state), lingerMs);
      state.lingering.unref();
    }
  };
}

async function watch(deps: WatchDependencies, signal: AbortSignal): Promise<void> {
  const { state, clock, logger } = deps;
  let pauseMs = firstPauseMs;
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    try {
      await watchOnce(deps, signal, () => {
        if (state.liveSince === null) {
          state.liveSince = clock.now();
          pauseMs = firstPauseMs;
          (isFirst ? [] : allChangeKinds).forEach((kind) => {
            notify(deps, kind);
          });
        }
      });
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      state.liveSince = null;
      logger.warn('MongoDB provides no change stream; will retry', { error, retry_seconds: pauseMs / 1_000 });
      await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
      pauseMs = Math.min(maxPauseMs, pauseMs * 2);
    }
  }
}

async function watchOnce(deps: WatchDependencies, signal: AbortSignal, opened: () => void): Promise<void> {
  const stream = deps.open(pipeline);
  const end = (): void => {
    deps.state.closing = stream.close().catch(() => undefined);
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    await follow(deps, stream, signal, opened);
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

async function follow(
  deps: WatchDependencies,
  stream: ReturnType<OpenChanges>,
  signal: AbortSignal,
  opened: () => void,
): Promise<void> {
  for (;;) {
    const change = await stream.tryNext();
    if (signal.aborted) {
      return;
    }
    // Nothing is missed after the first response.
    opened();
    const kind =
      change !== null && 'ns' in change && 'coll' in change.ns ? kindOf[change.ns.coll ?? ''] : undefined;
    if (kind !== undefined) {
      notify(deps, kind);
    }
  }
}

function notify({ state, clock }: WatchDependencies, kind: ChangeKind): void {
  state.changedAt.set(kind, clock.now());
  state.listeners.forEach((listener) => {
    listener(kind);
  });
}

async function stop(state: WatchState): Promise<void> {
  clearTimeout(state.lingering);
  state.run?.abort();
  state.run = null;
  state.liveSince = null;
  await state.closing;
}
