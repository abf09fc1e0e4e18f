import { setTimeout as pause } from 'node:timers/promises';

import type { Role } from '@leadbridge/contracts';
import type { Clock } from '@leadbridge/platform';

import type { Credential } from '../pipeline/authentication/index.js';

/** The media type of a stream of server-sent events. */
export const eventStream = 'text/event-stream; charset=utf-8';

/** Prevents proxies from buffering the events. */
export const eventStreamHeaders = { 'X-Accel-Buffering': 'no' } as const;

/** Proxies close idle connections. */
export const heartbeatMs = 15_000;
export const heartbeat = ': still here\n\n';

/** One server-sent event; a reader who reconnects sends `id` back. */
export function serverEvent(name: string, data: unknown, id?: string): string {
  return `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** Ends early, and without an error, if the process is about to stop. */
export async function waitFor(milliseconds: number, stopping: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal: stopping }).catch(() => undefined);
}

/** How long it may take until the end of a session, or another role, affects an open stream. */
const checkEveryMs = 2_000;

export interface StreamReader {
  /** Who opened the stream. */
  readonly credential: Credential | null;
  readonly callerNow: () => Promise<Credential | null>;
}

/**
 * The current role of a stream's reader; null once the reader has no access any more. If the reader cannot be
 * looked up because the database is unavailable, the last known role is kept until that is possible again.
 */
export function followCaller(
  { credential, callerNow }: StreamReader,
  clock: Clock,
): () => Promise<Role | null> {
  let known = credential;
  let askedAt = clock.now();
  return async () => {
    if (clock.now() >= askedAt + checkEveryMs) {
      askedAt = clock.now();
      known = await callerNow().catch(() => known);
    }
    return known?.role ?? null;
  };
}
