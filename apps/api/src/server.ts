import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import type { Express } from 'express';

import { respondToClientError, respondToConnect, type ConnectionServices } from './pipeline/client-error.js';
import { trackConnections, type TrackedConnections } from './http/track-connections.js';

/** Longer than the idle timeouts of common load balancers, so that they never reuse a connection while it is being closed. */
const keepAliveMilliseconds = 65_000;
const headersMilliseconds = 30_000;
/** The time within which a whole request must arrive. */
const requestMilliseconds = 120_000;

/** Often enough that connections which become idle or stall while the server closes do not delay it. */
const endMilliseconds = 100;

export interface RunningServer {
  readonly address: string;
  /** Accepts no more connections, and resolves when all requests that have arrived, or are about to, have their response. */
  readonly close: () => Promise<void>;
}

/** @throws Error that says in one line why the server cannot listen on the address */
export async function startServer(
  app: Express,
  where: { host: string; port: number },
  services: ConnectionServices,
): Promise<RunningServer> {
  const server = createServer(
    {
      requestTimeout: requestMilliseconds,
      headersTimeout: headersMilliseconds,
      keepAliveTimeout: keepAliveMilliseconds,
      // The application itself refuses requests without a Host header, in the error envelope.
      requireHostHeader: false,
    },
    app,
  );
  const connections = trackConnections(server);
  server.on('checkContinue', app);
  server.on('checkExpectation', app);
  server.on('clientError', (error, socket) => {
    respondToClientError(error, socket as Socket, services, connections.whenResponded(socket as Socket));
  });
  server.on('connect', (_request, socket) => {
    respondToConnect(socket as Socket, services, connections.whenResponded(socket as Socket));
  });
  await listen(server, where);
  const { address, port, family } = server.address() as AddressInfo;
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: () => closeServer(server, connections),
  };
}

async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new Error(listenProblem(error, host, port), { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}

function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use: stop what listens there, or set PORT`;
    case 'EACCES':
      return `Port ${port} may not be used by this user: set PORT to one above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine: set HOST`;
    default:
      return `The API cannot listen on ${host}:${port}: ${error.message}`;
  }
}

async function closeServer(server: Server, connections: TrackedConnections): Promise<void> {
  const began = performance.now();
  const closing = setInterval(() => {
    server.closeIdleConnections();
    connections.endStalled(performance.now() - began);
  }, endMilliseconds);
  try {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  } finally {
    clearInterval(closing);
  }
}
