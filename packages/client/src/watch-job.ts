import type { components } from './generated/schema.js';
import { LeadbridgeError } from './leadbridge-error.js';
import { pause, type Sleep } from './pause.js';
import { readServerEvents } from './server-events.js';
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
  /** Opens a stream of events. */
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

/** The service sends at least a comment every 15 seconds. */
const maxSilenceMs = 45_000;

export function watchJob({ open, requestOf, sleep = pause }: Deps): WatchJob {
  return async function* watch(jobId, { signal } = {}) {
    let lastError: unknown = null;
    for (let reconnections = 0; reconnections <= maxReconnections; reconnections += 1) {
      try {
        for await (const { isLast, job } of eventsOf(jobId)) {
          reconnections = 0;
          yield job;
          if (isLast) {
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

    async function* eventsOf(id: string): AsyncGenerator<{ readonly isLast: boolean; readonly job: Job }> {
      const silence = new AbortController();
      const timer = silenceTimer(silence);
      try {
        const request = requestOf(id, {
          headers: { accept: 'text/event-stream' },
          signal: signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]),
        });
        const { body } = await open(request);
        for await (const event of body === null ? [] : readServerEvents(body)) {
          timer.restart();
          if (event !== null) {
            yield { isLast: event.name === 'finished', job: JSON.parse(event.data) as Job };
          }
        }
      } finally {
        timer.stop();
      }
    }
  };
}

function silenceTimer(controller: AbortController) {
  const abort = (): void => {
    controller.abort(new LeadbridgeError('NETWORK_ERROR', 'No event or comment for 45 seconds'));
  };
  let timer = setTimeout(abort, maxSilenceMs);
  const stop = (): void => {
    clearTimeout(timer);
  };
  return {
    stop,
    restart: () => {
      stop();
      timer = setTimeout(abort, maxSilenceMs);
    },
  };
}
