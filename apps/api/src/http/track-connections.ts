import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds that a closing server waits for headers that are still arriving. */
const headersGrace = 1_000;
const bodyGrace = 5_000;

export interface TrackedConnections {
  /**
   * Ends the connections that would delay the closing of the server: those without a complete header by this
   * time, and those with an incomplete request body. No work has been done for any of them.
   *
   * @param milliseconds since the server began to close
   */
  endStalled(milliseconds: number): void;
}

/**
 * Tracks the connections of a server: Node itself counts one with an incomplete header, or none yet, as
 * active.
 */
export function trackConnections(server: Server): TrackedConnections {
  const connections = new Map<Socket, Set<IncomingMessage>>();

  server.on('connection', (socket: Socket) => {
    connections.set(socket, new Set());
    socket.once('close', () => connections.delete(socket));
  });
  const watch: RequestListener = (request, response) => {
    const underWay = connections.get(request.socket);
    underWay?.add(request);
    response.once('close', () => underWay?.delete(request));
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const) {
    server.prependListener(event, watch);
  }

  return {
    endStalled(milliseconds) {
      for (const [socket, requests] of connections) {
        const hasWork = [...requests].some(({ complete }) => complete);
        if (!hasWork && milliseconds >= (requests.size === 0 ? headersGrace : bodyGrace)) {
          socket.destroy();
        }
      }
    },
  };
}
