import type { Duplex } from 'node:stream';

import { errorCodeOfStatus } from '@leadbridge/contracts';
import type { ErrorEnvelope } from '@leadbridge/contracts';
import { isoTime, newId } from '@leadbridge/platform';
import type { Clock } from '@leadbridge/platform';

const faults: Readonly<Record<string, { status: number; reason: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    message: 'The headers are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'Request Timeout',
    message: 'The request took too long to arrive',
  },
};

const malformed = { status: 400, reason: 'Bad Request', message: 'The request is not valid HTTP' };

/** Answers what never became a request, as its bytes are no HTTP, in the envelope too. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex, clock: Clock): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, reason, message } = faults[error.code ?? ''] ?? malformed;
  const requestId = newId('req');
  const envelope: ErrorEnvelope = {
    error: {
      code: errorCodeOfStatus(status),
      message,
      details: {},
      timestamp: isoTime(clock.now()),
      request_id: requestId,
    },
  };
  const body = JSON.stringify(envelope);
  socket.end(
    [
      `HTTP/1.1 ${status} ${reason}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
