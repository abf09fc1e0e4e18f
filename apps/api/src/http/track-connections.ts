import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds that a closing server waits for headers that are still arriving. */
const headersGrace = 1_000;
const bodyGrace = 5_000;

export type TrackedConnections = ReturnType<typeof trackConnections>;

/** Node itself counts a connection with an incomplete header, or none yet, as active. */
export function trackConnections(server: Server) {
  const connections = new Map<Socket, Map<IncomingMessage, ServerResponse>>();

  server.on('connection', (socket: Socket) => {
    connections.set(socket, new Map());
    socket.once('close', () => connections.delete(socket));
  });
  const watch: RequestListener = (request, response) => {
    const underWay = connections.get(request.socket);
    underWay?.set(request, response);
    response.once('close', () => underWay?.delete(request));
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const) {
    server.prependListener(event, watch);
  }

  return {
    /**
     * Ends the connections that would delay the closing of the server: those without a complete header by this
     * time, and those with an incomplete request body. No work has been done for any of them.
     *
     * @param milliseconds since the server began to close
     */
    endStalled(milliseconds: number): void {
      for (const [socket, requests] of connections) {
        const hasWork = [...requests.keys()].some(({ complete }) => complete);
        if (!hasWork && milliseconds >= (requests.size === 0 ? headersGrace : bodyGrace)) {
          socket.destroy();
        }
      }
    },
    /** Resolves when every request of the connection that has arrived completely has its response. */
    async whenResponded(socket: Socket): Promise<void> {
      const arrived = [...(connections.get(socket) ?? [])].filter(([{ complete }]) => complete);
      await Promise.all(
        arrived.map(async ([, response]) => {
          await new Promise<void>((resolve) => response.once('close', resolve));
        }),
      );
    },
  };
}
