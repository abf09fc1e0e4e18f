import { setTimeout as pause } from 'node:timers/promises';

/** The media type of a stream of server-sent events. */
export const eventStream = 'text/event-stream; charset=utf-8';

/** Keeps proxies from gathering the events before they pass them on. */
export const eventStreamHeaders = { 'X-Accel-Buffering': 'no' } as const;

/** Proxies cut connections that say nothing. */
export const heartbeatMs = 15_000;
export const heartbeat = ': still here\n\n';

/** One server-sent event; `id` is what a reader who comes back tells of. */
export function serverEvent(name: string, data: unknown, id?: string): string {
  return `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** Ends early, and without an error, where the process is about to stop. */
export async function waitFor(milliseconds: number, stopping: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal: stopping }).catch(() => undefined);
}
