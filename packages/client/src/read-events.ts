import { LeadbridgeError } from './leadbridge-error.js';
import { readServerEvents, type ServerEvent } from './server-events.js';
import type { Transport } from './transport.js';

/** The service says something every 15 seconds, be it a comment. */
const maxSilenceMs = 45_000;

/**
 * The events of one stream until it ends.
 *
 * @param requestOf makes the request, which its signal ends
 * @throws LeadbridgeError NETWORK_ERROR also where the connection says nothing for 45 seconds
 */
export async function* readEvents(
  open: Transport,
  requestOf: (signal: AbortSignal) => Request,
  signal?: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const silence = new AbortController();
  const abort = (): void => silence.abort(new LeadbridgeError('NETWORK_ERROR', 'No sign of life'));
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
