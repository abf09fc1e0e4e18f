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

/** After a change stream that has failed; the pause doubles while it fails again. */
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

/** Readers come back after every end of their stream: what they have missed meanwhile is known if it was watched. */
const lingerMs = 60_000;

/** What opens a change stream of the database of a connection. */
export type OpenChanges = (
  stages: Record<string, unknown>[],
) => Pick<mongo.ChangeStream, 'tryNext' | 'close'>;

/**
 * One change stream for all who listen in this process. The driver resumes it over elections and lost connections; where it cannot, a new one
 * is opened, and everything counts as changed.
 */
export function createChangeWatch(
  connection: Connection,
  parts: { readonly clock: Clock; readonly logger: Logger; readonly open?: OpenChanges },
): ChangeWatch {
  const { clock, logger } = parts;
  const open: OpenChanges =
    parts.open ?? ((stages) => connection.getClient().db(connection.name).watch(stages));
  const listeners = new Set<(kind: ChangeKind) => void>();
  const changedAt = new Map<ChangeKind, number>();
  let run: AbortController | null = null;
  /** Since when nothing can have been missed; null while that cannot be said. */
  let liveSince: number | null = null;
  let lingering: NodeJS.Timeout | undefined;
  let closing: Promise<unknown> = Promise.resolve();

  const tell = (kind: ChangeKind): void => {
    changedAt.set(kind, clock.now());
    listeners.forEach((listener) => {
      listener(kind);
    });
  };

  async function follow(stream: ReturnType<OpenChanges>, signal: AbortSignal, opened: () => void) {
    for (;;) {
      const change = await stream.tryNext();
      if (signal.aborted) {
        return;
      }
      // From the first answer on nothing is missed.
      opened();
      const kind =
        change !== null && 'ns' in change && 'coll' in change.ns ? kindOf[change.ns.coll ?? ''] : undefined;
      if (kind !== undefined) {
        tell(kind);
      }
    }
  }

  async function watchOnce(signal: AbortSignal, opened: () => void): Promise<void> {
    const stream = open(pipeline);
    const end = (): void => {
      closing = stream.close().catch(() => undefined);
    };
    signal.addEventListener('abort', end, { once: true });
    try {
      await follow(stream, signal, opened);
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  }

  async function watch(signal: AbortSignal): Promise<void> {
    let pauseMs = firstPauseMs;
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      try {
        await watchOnce(signal, () => {
          if (liveSince === null) {
            liveSince = clock.now();
            pauseMs = firstPauseMs;
            (isFirst ? [] : allChangeKinds).forEach(tell);
          }
        });
      } catch (error) {
        if (signal.aborted) {
          return;
        }
        liveSince = null;
        logger.warn('MongoDB tells no changes; will retry', { error, retry_seconds: pauseMs / 1_000 });
        await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
        pauseMs = Math.min(maxPauseMs, pauseMs * 2);
      }
    }
  }

  async function stop(): Promise<void> {
    clearTimeout(lingering);
    run?.abort();
    run = null;
    liveSince = null;
    await closing;
  }

  return {
    subscribe(changed) {
      listeners.add(changed);
      clearTimeout(lingering);
      if (run === null) {
        run = new AbortController();
        void watch(run.signal);
      }
      return () => {
        listeners.delete(changed);
        if (listeners.size === 0) {
          clearTimeout(lingering);
          lingering = setTimeout(() => void stop(), lingerMs);
          lingering.unref();
        }
      };
    },
    changedSince: (atMs) =>
      liveSince === null || liveSince > atMs
        ? allChangeKinds
        : allChangeKinds.filter((kind) => (changedAt.get(kind) ?? 0) >= atMs),
    isLive: () => liveSince !== null,
    close: stop,
  };
}
