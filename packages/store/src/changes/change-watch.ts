import { allChangeKinds, type ChangeKind } from '@leadbridge/contracts';
import type { Clock, Logger } from '@leadbridge/platform';
import type { ChangeWatch } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { changesOf, followChanges, type OpenChanges } from './follow-changes.js';

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
  configuration: 'config',
};

/** Readers reconnect after every end of their stream; their missed changes must be known then. */
const lingerMs = 60_000;

interface WatchState {
  readonly listeners: Set<(kind: ChangeKind) => void>;
  readonly changedAt: Map<ChangeKind, number>;
  /** Ends the stream; null if nobody listens. */
  end: (() => Promise<void>) | null;
  /** The time since which no change can have been missed; null if unknown. */
  liveSince: number | null;
  lingering: NodeJS.Timeout | undefined;
}

interface WatchDependencies {
  readonly state: WatchState;
  readonly open: OpenChanges;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** One change stream for all listeners. If it cannot be resumed, everything counts as changed. */
export function createChangeWatch(
  connection: Connection,
  parts: { readonly clock: Clock; readonly logger: Logger; readonly open?: OpenChanges },
): ChangeWatch {
  const state: WatchState = {
    listeners: new Set(),
    changedAt: new Map(),
    end: null,
    liveSince: null,
    lingering: undefined,
  };
  const open = parts.open ?? changesOf(connection);
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
  state.end ??= watch(deps);
  return () => {
    state.listeners.delete(changed);
    if (state.listeners.size === 0) {
      clearTimeout(state.lingering);
      state.lingering = setTimeout(() => void stop(state), lingerMs);
      state.lingering.unref();
    }
  };
}

function watch(deps: WatchDependencies): () => Promise<void> {
  const { state, clock, open, logger } = deps;
  return followChanges({
    open,
    collections: Object.keys(kindOf),
    logger,
    opened(isFirst) {
      state.liveSince = clock.now();
      (isFirst ? [] : allChangeKinds).forEach((kind) => {
        notify(deps, kind);
      });
    },
    lost() {
      state.liveSince = null;
    },
    changed(collection) {
      const kind = kindOf[collection];
      if (kind !== undefined) {
        notify(deps, kind);
      }
    },
  });
}

function notify({ state, clock }: WatchDependencies, kind: ChangeKind): void {
  state.changedAt.set(kind, clock.now());
  state.listeners.forEach((listener) => {
    listener(kind);
  });
}

async function stop(state: WatchState): Promise<void> {
  clearTimeout(state.lingering);
  const { end } = state;
  state.end = null;
  state.liveSince = null;
  await end?.();
}
