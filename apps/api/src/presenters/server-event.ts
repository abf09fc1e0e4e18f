import { setTimeout as pause } from 'node:timers/promises';

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
