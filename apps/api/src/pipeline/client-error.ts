import type { Socket } from 'node:net';

import { AppError, newId, type Clock } from '@leadbridge/platform';

import { errorEnvelope } from '../http/error-envelope.js';
import { limitHeadersOf, type Limits } from './rate-limit/index.js';

interface Fault {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
}

const faults: Readonly<Record<string, Fault>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    message: 'The address or the headers are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'Request Timeout',
    message: 'The request took too long to arrive',
  },
};

const malformed: Fault = { status: 400, reason: 'Bad Request', message: 'The request is not valid HTTP' };
const noProxy: Fault = { ...malformed, message: 'This server is not a proxy' };

/** Time to read the response before the connection is closed. */
const lingerMilliseconds = 2_000;

/** The services for responses on a connection without a request. */
export interface ConnectionServices {
  readonly clock: Clock;
  readonly limits: Limits;
}

/** A parser that is out of sync reports an error for everything that follows. */
const responded = new WeakSet<Socket>();

/**
 * Responds to bytes that are not HTTP in the envelope too.
 *
 * @param earlier resolves when the requests before them have their responses: a client would take this one for theirs
 */
export function respondToClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  services: ConnectionServices,
  earlier: Promise<void> = Promise.resolve(),
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  void refuse(faults[error.code ?? ''] ?? malformed, socket, services, earlier);
}

/** Responds to `CONNECT`, which Node passes on as a raw connection. */
export function respondToConnect(
  socket: Socket,
  services: ConnectionServices,
  earlier: Promise<void> = Promise.resolve(),
): void {
  void refuse(noProxy, socket, services, earlier);
}

async function refuse(
  fault: Fault,
  socket: Socket,
  { clock, limits }: ConnectionServices,
  earlier: Promise<void>,
): Promise<void> {
  if (responded.has(socket)) {
    return;
  }
  responded.add(socket);
  await earlier;
  if (!socket.writable) {
    return;
  }
  const { status, reason, message } = fault;
  const requestId = newId('req');
  const error = new AppError('VALIDATION_ERROR', message);
  const body = JSON.stringify(errorEnvelope(error, status, { requestId, now: clock.now() }));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    ...(await limitHeadersOf(socket.remoteAddress ?? 'unknown', limits)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${reason}`, ...lines, '', body].join('\r\n'));
  const timer = setTimeout(() => socket.destroy(), lingerMilliseconds).unref();
  socket.once('close', () => clearTimeout(timer));
}
