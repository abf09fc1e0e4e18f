import type { Logger } from '@leadbridge/platform';
import type { Connection, mongo } from 'mongoose';

/** The pause after a failed change stream; it doubles while it fails again. */
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

/** Opens a change stream of the database of a connection, or of one collection if there is only one. */
export type OpenChanges = (
  stages: Record<string, unknown>[],
  collections: readonly string[],
) => Pick<mongo.ChangeStream, 'tryNext' | 'close' | 'closed'>;

export interface FollowedChanges {
  readonly open: OpenChanges;
  readonly collections: readonly string[];
  /** Which of their changes; all if it is missing. */
  readonly only?: Readonly<Record<string, unknown>>;
  readonly logger: Logger;
  /** Nothing is missed from now on. @param isFirst false if changes before now may have been missed */
  readonly opened: (isFirst: boolean) => void;
  /** Changes may be missed from now on. */
  readonly lost: () => void;
  readonly changed: (collection: string) => void;
}

/** @param maxAwaitTimeMS how long the server waits for a change before it says that there is none */
export function changesOf(
  connection: Connection,
  options: { readonly maxAwaitTimeMS?: number } = {},
): OpenChanges {
  const database = connection.getClient().db(connection.name);
  // The server looks at each operation of a transaction for a stream of the database.
  return (stages, [first, ...others]) =>
    first === undefined || others.length > 0
      ? database.watch(stages, options)
      : database.collection(first).watch(stages, options);
}

/**
 * Follows the changes of collections by one change stream. The driver resumes it after elections and lost connections. If it cannot, a
 * new one is opened after a pause.
 *
 * @returns a function that ends it
 */
export function followChanges(deps: FollowedChanges): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  let closing: Promise<unknown> = Promise.resolve();

  async function follow(stream: ReturnType<OpenChanges>, opened: () => void): Promise<void> {
    for (;;) {
      const change = await stream.tryNext();
      if (signal.aborted) {
        return;
      }
      if (stream.closed) {
        throw new Error('What the change stream follows was dropped or renamed');
      }
      // Nothing is missed after the first response.
      opened();
      if (change !== null && 'ns' in change && 'coll' in change.ns) {
        deps.changed(change.ns.coll ?? '');
      }
    }
  }

  async function followOnce(opened: () => void): Promise<void> {
    const stages = [
      { $match: { 'ns.coll': { $in: deps.collections }, ...deps.only } },
      { $project: { ns: 1 } },
    ];
    const stream = deps.open(stages, deps.collections);
    const end = (): void => {
      closing = stream.close().catch(() => undefined);
    };
    signal.addEventListener('abort', end, { once: true });
    try {
      await follow(stream, opened);
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  }

  async function run(): Promise<void> {
    let pauseMs = firstPauseMs;
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      let isOpen = false;
      try {
        await followOnce(() => {
          if (!isOpen) {
            isOpen = true;
            pauseMs = firstPauseMs;
            deps.opened(isFirst);
          }
        });
      } catch (error) {
        if (signal.aborted) {
          return;
        }
        deps.lost();
        deps.logger.warn('MongoDB provides no change stream; will retry', {
          error,
          retry_seconds: pauseMs / 1_000,
        });
        await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
        pauseMs = Math.min(maxPauseMs, pauseMs * 2);
      }
    }
  }

  void run();
  return async () => {
    ending.abort();
    await closing;
  };
}
