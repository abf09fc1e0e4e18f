import type { NextFunction, Request, Response } from 'express';

import { exchangeOf, openExchange } from '../http/exchange.js';
import { rateLimitResponse, reply } from '../http/reply.js';
import { arrivedRequest } from '../limits/request-log.js';
import type { SimulatorContext } from '../simulator-context.js';

/** Middleware: logs every request to the API and the token service, and holds it against the rolling limit. */
export function arrival(context: SimulatorContext) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const started = performance.now();
    const entry = arrivedRequest(request);
    context.log.add(entry);
    response.once('close', () => {
      entry.milliseconds = performance.now() - started;
    });
    openExchange(response, { entry, held: context.held, onlyByPath: false, faults: [] });
    const decision = context.limit.take();
    if (decision === true) {
      next();
      return;
    }
    const { retryAfter, namedLimit } = context.dialect();
    const named = namedLimit ? context.limit.rate : null;
    reply(
      response,
      rateLimitResponse(named, retryAfter ? Math.max(1, Math.ceil(decision / 1000)) : undefined),
    );
  };
}

/** Middleware, after the body is parsed: notes in the log how many entities it holds. */
export function countEntities(request: Request, response: Response, next: NextFunction): void {
  const exchange = exchangeOf(response);
  if (exchange !== undefined) {
    const body: unknown = request.body;
    exchange.entry.count = Array.isArray(body) ? body.length : body === undefined ? 0 : 1;
  }
  next();
}
