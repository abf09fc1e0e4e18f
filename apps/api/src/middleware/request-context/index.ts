import { newId, withRequestContext, type Clock, type Logger } from '@leadbridge/platform';
import type { RequestHandler, Response } from 'express';

import { edgeContext, setEdgeContext } from '../../http/edge-context.js';

/** A caller's own identifier is used if it is safe in a header, a log line and an index. */
const wellFormedRequestId = /^[A-Za-z0-9._:+/=~-]{1,128}$/;

const quietRoutes = new Set(['/health', '/livez', '/readyz']);
/** Twice as many as with a stream; Node warns about more than ten. */
const maxListeners = 20;

/** Assigns each request its id and start time, adds the id to all log lines, and logs one line at the end. */
export function requestContext(services: { clock: Clock; logger: Logger }): RequestHandler {
  const { clock, logger } = services;
  return (request, response, next) => {
    const sent = request.headers['x-request-id'];
    const requestId = typeof sent === 'string' && wellFormedRequestId.test(sent) ? sent : newId('req');
    setEdgeContext(response, { requestId, startedAt: clock.now(), route: null, credentialId: null });
    response.setHeader('X-Request-Id', requestId);
    // Every layer waits for the end of a response, and so does each part of a stream.
    response.setMaxListeners(maxListeners);
    response.once('close', () => {
      withRequestContext({ requestId }, () => logRequest(request.method, response, clock, logger));
    });
    withRequestContext({ requestId }, next);
  };
}

/** Logs the route's pattern and not the path, so that no query values and no personal ids reach the log. */
function logRequest(method: string, response: Response, clock: Clock, logger: Logger): void {
  const { route, startedAt, credentialId } = edgeContext(response);
  const fields = {
    method,
    route: route ?? 'none',
    status: response.statusCode,
    milliseconds: clock.now() - startedAt,
    ...(credentialId === null ? {} : { credential: credentialId }),
    ...(response.writableFinished ? {} : { aborted: true }),
  };
  if (route !== null && quietRoutes.has(route) && response.statusCode < 400) {
    logger.debug('request', fields);
  } else {
    logger.info('request', fields);
  }
}
