import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds that a closing server gives to what is still arriving. */
const headersGrace = 1_000;
const bodyGrace = 5_000;

export interface TrackedConnections {
  /**
   * Ends connections of a closing server that would hold it up: those on which nothing, or no whole header, has come so long after it
   * began to close, and those whose request is still without the end of its body. Nothing has been done for any of them.
   *
   * @param milliseconds since the server began to close
   */
  endStalled(milliseconds: number): void;
}

/** Watches the connections of a server: Node itself counts one on which half a header has come, or nothing yet, among those at work. */
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
