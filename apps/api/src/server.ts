import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import type { Express } from 'express';

import { answerClientError, answerConnect, type ConnectionServices } from './pipeline/client-error.js';
import { trackConnections, type TrackedConnections } from './http/track-connections.js';

/** Idle connections outlive those of the usual load balancers, so that none is reused in the moment it is closed. */
const keepAliveMilliseconds = 65_000;
const headersMilliseconds = 30_000;
/** For the whole of a request to come in. */
const requestMilliseconds = 120_000;

/** Often enough that a connection which falls idle while the server closes, or stalls, does not hold it up. */
const endMilliseconds = 100;

export interface RunningServer {
  /** With the port that was taken. */
  readonly address: string;
  /** Takes no more connections, and resolves once the last request is answered that came whole, or soon will have. */
  readonly close: () => Promise<void>;
}

/** @throws Error that says in one line why the address cannot be listened on */
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
      // The application refuses what has none, in the envelope.
      requireHostHeader: false,
    },
    app,
  );
  const connections = trackConnections(server);
  server.on('checkContinue', app);
  server.on('checkExpectation', app);
  server.on('clientError', (error, socket) => {
    answerClientError(error, socket as Socket, services);
  });
  server.on('connect', (_request, socket) => {
    answerConnect(socket as Socket, services);
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
      server.close(() => {
        resolve();
      });
    });
  } finally {
    clearInterval(closing);
  }
}
