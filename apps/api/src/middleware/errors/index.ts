import { errorCodeOfStatus, statusOfErrorCode } from '@leadbridge/contracts';
import { AppError, withRequestContext, type Clock, type Logger } from '@leadbridge/platform';
import type { ErrorRequestHandler, Response } from 'express';

import { callerAddress } from '../../http/caller-address.js';
import { discardRest } from '../../http/discard-rest.js';
import { edgeContext } from '../../http/edge-context.js';
import { errorEnvelope } from '../../http/error-envelope.js';
import { sendJson } from '../../http/send.js';

/** Sends every error in the envelope. What is not meant for the caller is logged and not shown. */
export function errorHandler(services: {
  clock: Clock;
  logger: Logger;
  /** Sets the limit headers of a response that was sent before its limits were counted. */
  countRefused: (address: string, response: Response) => Promise<void>;
}): ErrorRequestHandler {
  const { clock, logger, countRefused } = services;
  // Express identifies an error handler by its four parameters.
  return (thrown: unknown, request, response, next) => {
    const { requestId, route } = edgeContext(response);
    const error = presentable(thrown);
    const status = error.status ?? statusOfErrorCode[error.code];
    withRequestContext({ requestId }, () => {
      if (status >= 500 && error.code === 'INTERNAL_ERROR') {
        logger.error('a request failed', { method: request.method, route, error: thrown });
      }
    });
    if (response.headersSent) {
      next(thrown);
      return;
    }
    const send = (): void => {
      discardRest(request);
      setErrorHeaders(response, error, status);
      sendJson(response, status, errorEnvelope(error, status, { requestId, now: clock.now() }));
    };
    if (response.hasHeader('X-RateLimit-Limit')) {
      send();
    } else {
      countRefused(callerAddress(request), response)
        .catch(() => undefined)
        .finally(send);
    }
  };
}

function setErrorHeaders(response: Response, error: AppError, status: number): void {
  if (error.retryAfterSeconds !== undefined) {
    response.setHeader('Retry-After', error.retryAfterSeconds);
  }
  if (status === statusOfErrorCode.AUTHENTICATION_ERROR) {
    response.setHeader('WWW-Authenticate', 'Bearer realm="leadbridge"');
  }
}

function presentable(thrown: unknown): AppError {
  if (thrown instanceof AppError) {
    return thrown;
  }
  // Express's own error, for a path that cannot be decoded.
  const status = thrown instanceof Error && 'status' in thrown ? thrown.status : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new AppError(errorCodeOfStatus(status), 'The address cannot be decoded', {
      status,
      cause: thrown,
      details: { field: 'path', value: null },
    });
  }
  return new AppError('INTERNAL_ERROR', 'An unexpected error occurred', { cause: thrown });
}
