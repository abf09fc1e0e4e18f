import type { Change, ChangeKind } from '@leadbridge/client/changes';
import type { QueryClient } from '@tanstack/react-query';

import { createRereads, type Reads } from './rereads.js';

const oftenMs = 5_000;
const seldomMs = 60_000;

type Read = readonly [path: string, minAgeMs: number];

/** What is read again when something of a kind has changed, and how old it is at least by then. */
const readsOf: Readonly<Record<ChangeKind, readonly Read[]>> = {
  jobs: [
    ['/jobs', oftenMs],
    ['/queues', seldomMs],
    ['/analytics', seldomMs],
    ['/reconciliations', oftenMs],
  ],
  suppressions: [['/suppressions', seldomMs]],
  webhooks: [['/webhooks', seldomMs]],
  deliveries: [['/webhooks/', oftenMs]],
  errors: [['/errors', seldomMs]],
  mirror: [['/mirror', seldomMs]],
  reconciliations: [['/reconciliations', oftenMs]],
  psa_budget: [['/psa/budget-history', seldomMs]],
  config: [['/config', oftenMs]],
};
/** A later version of the service may tell of further kinds. */
const staleBy: ReadonlyMap<string, readonly Read[]> = new Map(Object.entries(readsOf));

const healthPath = '/health';
const followedPaths = [healthPath, ...[...staleBy.values()].flat().map(([path]) => path)];

/** Without the stream, or where it knows of no changes, everything is read again so often. */
const blindIntervalMs = 120_000;

/** After a stream that was refused: the rights of the person may have changed, the session have ended, or the service be another one. */
const firstRefusedPauseMs = 5_000;
const maxRefusedPauseMs = 60_000;

export interface ChangeSource {
  readonly client: Reads & Pick<QueryClient, 'setQueryData'>;
  readonly watch: (options: {
    readonly signal: AbortSignal;
    readonly after: string | undefined;
  }) => AsyncIterable<Change>;
  /** Is told whether changes are shown as they happen. */
  readonly onLive: (isLive: boolean) => void;
  /** Is told of each stream that broke or could not be opened: only a request tells whether the service is away, or the session has ended. */
  readonly onLost: () => void;
}

/**
 * Keeps what is shown as it is in the service: by its stream of changes, and by reading everything again now and then while there is none.
 * Nothing is asked for while nothing changes.
 *
 * @returns `pause` follows nothing until `start`; what changes meanwhile is read then
 */
export function followChanges(source: ChangeSource): {
  readonly start: () => void;
  readonly pause: () => void;
} {
  let run: AbortController | null = null;
  let after: string | undefined;
  return {
    start() {
      run?.abort();
      run = new AbortController();
      void follow(source, run.signal, {
        after,
        seen: (id) => {
          after = id;
        },
      });
    },
    pause() {
      run?.abort();
      run = null;
    },
  };
}

async function follow(
  { client, watch, onLive, onLost }: ChangeSource,
  signal: AbortSignal,
  { after, seen }: { readonly after: string | undefined; readonly seen: (id: string) => void },
): Promise<void> {
  const rereads = createRereads(client);
  let blind: ReturnType<typeof setInterval> | undefined;
  const see = (isLive: boolean, isStreamed: boolean): void => {
    if (isStreamed) {
      clearInterval(blind);
      blind = undefined;
    } else {
      blind ??= setInterval(() => rereads.ask(followedPaths, oftenMs), blindIntervalMs);
    }
    onLive(isLive);
  };
  const lose = (): void => {
    see(false, false);
    onLost();
  };
  const take = (change: Change): void => {
    if (change.name === 'health') {
      client.setQueryData([healthPath, {}], change.health);
    } else if (change.name === 'lost') {
      lose();
    } else {
      seen(change.id);
      see(change.live, true);
      change.kinds
        .flatMap((kind) => staleBy.get(kind) ?? [])
        .forEach(([path, minAgeMs]) => rereads.ask([path], minAgeMs));
    }
  };
  let refusedPauseMs = firstRefusedPauseMs;
  while (!signal.aborted) {
    try {
      for await (const change of watch({ signal, after })) {
        refusedPauseMs = firstRefusedPauseMs;
        take(change);
      }
    } catch {
      if (!signal.aborted) {
        // What is read to find out why may itself fail: then the next refusal, soon after, is asked about again.
        lose();
        await pauseFor(refusedPauseMs, signal);
        refusedPauseMs = Math.min(maxRefusedPauseMs, refusedPauseMs * 2);
      }
    }
  }
  clearInterval(blind);
  rereads.stop();
}

async function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
