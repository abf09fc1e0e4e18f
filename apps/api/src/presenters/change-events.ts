import { allChangeKinds, changeKinds, roleHasPermission } from '@leadbridge/contracts';
import type { ChangedEvent, ChangeKind, HealthResponse } from '@leadbridge/contracts';

import type { ApiServices } from '../services.js';
import { readHealth } from './health.js';
import { heartbeat, heartbeatMs, serverEvent, waitFor } from './server-event.js';
import { followCaller, type StreamReader } from './stream-caller.js';

const intervalMs = 1_000;

/** A change stream of the database is usually open by then. */
const watchPatienceMs = 2_000;
const watchPollMs = 20;

/** The maximum age of what a reader has read before its first stream. */
const readBeforeMs = 5_000;

/** The maximum difference between the clocks of two processes, both set by the database's. */
const clockSlackMs = 500;

/** While the database provides no change stream, everything is reported as changed this often. */
const unwatchedIntervalMs = 120_000;

export interface ChangeReader extends StreamReader {
  readonly seconds: number;
  /** The id of the last event that the reader has received in an earlier stream. */
  readonly lastEventId: string | undefined;
}

/** Without values that differ in every read. */
function whatCounts({
  timestamp: _at,
  resources: _used,
  workers: { alive },
  event_dispatch: { state },
  ...rest
}: HealthResponse): string {
  return JSON.stringify({ ...rest, alive, state });
}

/**
 * The changes in the service, at most once a second, until the time is over, the process stops, or the reader
 * loses access. Events name kinds, not records.
 */
export async function* changeEvents(services: ApiServices, reader: ChangeReader): AsyncIterable<string> {
  const { clock, changes, stopping } = services;
  const kinds = new Set<ChangeKind>();
  const startedAt = clock.now();
  const unsubscribe = changes.subscribe((kind) => kinds.add(kind));
  const caller = followCaller(reader, clock);
  let health = '';
  let live: boolean | null = null;
  let saidAt = startedAt;
  let unwatchedAt = startedAt;
  try {
    await untilWatched(services, startedAt + watchPatienceMs);
    changes.changedSince(sinceOf(reader.lastEventId, startedAt)).forEach((kind) => kinds.add(kind));
    do {
      const role = await caller();
      if (role === null) {
        return;
      }
      const now = clock.now();
      if (!changes.isLive() && now >= unwatchedAt + unwatchedIntervalMs) {
        unwatchedAt = now;
        allChangeKinds.forEach((kind) => kinds.add(kind));
      }
      const changed: ChangedEvent = {
        kinds: allChangeKinds.filter((kind) => kinds.has(kind) && roleHasPermission(role, changeKinds[kind])),
        live: changes.isLive(),
      };
      kinds.clear();
      const state = await readHealth(services);
      const said = [
        ...(changed.kinds.length === 0 && changed.live === live
          ? []
          : [serverEvent('changed', changed, String(now))]),
        ...(whatCounts(state) === health ? [] : [serverEvent('health', state)]),
      ];
      live = changed.live;
      health = whatCounts(state);
      if (said.length > 0 || now >= saidAt + heartbeatMs) {
        saidAt = now;
        yield said.length > 0 ? said.join('') : heartbeat;
      }
      await waitFor(intervalMs, stopping);
    } while (!stopping.aborted && clock.now() < startedAt + reader.seconds * 1_000);
  } finally {
    unsubscribe();
  }
}

async function untilWatched(
  { changes, clock, stopping }: Pick<ApiServices, 'changes' | 'clock' | 'stopping'>,
  deadline: number,
): Promise<void> {
  while (!changes.isLive() && !stopping.aborted && clock.now() < deadline) {
    await waitFor(watchPollMs, stopping);
  }
}

/** Ids are times: a reader who reconnects, to any process, gets what changed since. */
function sinceOf(lastEventId: string | undefined, now: number): number {
  const isTime = /^\d{1,15}$/.test(lastEventId ?? '');
  return isTime ? Math.min(Number(lastEventId), now) - clockSlackMs : now - readBeforeMs;
}
