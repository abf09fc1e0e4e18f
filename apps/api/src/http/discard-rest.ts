import type { IncomingMessage } from 'node:http';

/** Long enough for a caller to send what is on its way and read the answer, ... */
const maxDiscardMs = 10_000;

/** ... and far more than a caller sends who means no harm. */
const maxDiscardBytes = 32 * 1024 * 1024;

/**
 * Passes over the body of a request that is answered before it has arrived. Cutting the connection at once would lose the answer on
 * the way to a caller who still sends; listening for ever would let a body without an end hold it.
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
  request.once('close', () => {
    clearTimeout(timer);
  });
  request.resume();
}
