import { LeadbridgeError } from './leadbridge-error.js';
import { readServerEvents, type ServerEvent } from './server-events.js';
import type { Transport } from './transport.js';

/** The service sends at least a comment every 15 seconds. */
const maxSilenceMs = 45_000;

/**
 * The events of one stream until it ends.
 *
 * @param requestOf creates the request with a signal that ends it
 * @throws LeadbridgeError NETWORK_ERROR also if the connection is silent for 45 seconds
 */
export async function* readEvents(
  open: Transport,
  requestOf: (signal: AbortSignal) => Request,
  signal?: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const silence = new AbortController();
  const abort = (): void =>
    silence.abort(new LeadbridgeError('NETWORK_ERROR', 'No event or comment for 45 seconds'));
  let timer = setTimeout(abort, maxSilenceMs);
  try {
    const { body } = await open(
      requestOf(signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal])),
    );
    for await (const event of body === null ? [] : readServerEvents(body)) {
      clearTimeout(timer);
      timer = setTimeout(abort, maxSilenceMs);
      if (event !== null) {
        yield event;
      }
    }
  } finally {
    clearTimeout(timer);
  }
}
