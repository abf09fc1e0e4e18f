import type { components } from './generated/schema.js';
import { LeadbridgeError } from './leadbridge-error.js';
import { pause, type Sleep } from './pause.js';
import { readEvents } from './read-events.js';
import type { Transport } from './transport.js';

export type Job = components['schemas']['Job'];

/**
 * The job whenever its progress has changed, last when it has finished. A connection that is lost, or silent for 45 seconds, is opened
 * again: the service may have been restarted, or a proxy may have closed it.
 *
 * @throws LeadbridgeError if there is no such job, or its events cannot be read for minutes; the signal's reason
 */
export type WatchJob = (
  jobId: string,
  options?: { readonly signal?: AbortSignal | undefined },
) => AsyncGenerator<Job, void, undefined>;

interface Deps {
  readonly open: Transport;
  readonly requestOf: (
    jobId: string,
    init: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
  ) => Request;
  readonly sleep?: Sleep;
}

/** Consecutive reconnections without an event: with pauses and retries, several minutes. */
const maxReconnections = 30;
const reconnectMs = 2_000;

export function watchJob({ open, requestOf, sleep = pause }: Deps): WatchJob {
  return async function* watch(jobId, { signal } = {}) {
    let lastError: unknown = null;
    for (let reconnections = 0; reconnections <= maxReconnections; reconnections += 1) {
      try {
        const events = readEvents(
          open,
          (ending) => requestOf(jobId, { headers: { accept: 'text/event-stream' }, signal: ending }),
          signal,
        );
        for await (const { name, data } of events) {
          reconnections = 0;
          yield JSON.parse(data) as Job;
          if (name === 'finished') {
            return;
          }
        }
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof LeadbridgeError && error.code !== 'NETWORK_ERROR') {
          throw error;
        }
        lastError = error;
      }
      await sleep(reconnectMs, signal);
    }
    throw new LeadbridgeError('NETWORK_ERROR', `Job ${jobId} continues; its progress is unknown`, {
      cause: lastError,
    });
  };
}
