import type { IncomingMessage } from 'node:http';

/** Long enough for a caller to finish sending and read the response, ... */
const maxDiscardMs = 10_000;

/** ... and far more than a well-meaning caller sends. */
const maxDiscardBytes = 32 * 1024 * 1024;

/**
 * Discards the body of a request that gets its response before it has arrived. Closing the connection at once would
 * lose the response to a caller who still sends; reading forever would let an endless body hold it.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) {
    return;
  }
  const { socket } = request;
  let bytes = 0;
  const timer = setTimeout(() => socket.destroy(), maxDiscardMs).unref();
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > maxDiscardBytes) {
      socket.destroy();
    }
  });
  request.once('close', () => clearTimeout(timer));
  request.resume();
}
