import express, { Router } from 'express';
import type { NextFunction, Request, Response } from 'express';

import { errorStatus } from '../error-facts.js';
import { faultGate } from '../gates/fault-gate.js';
import { openExchange } from '../http/exchange.js';
import { jsonResponse, reply } from '../http/reply.js';
import { arrivedRequest } from '../limits/request-log.js';
import { controlBody } from '../routes/control-body.js';
import type { SimulatorContext } from '../simulator-context.js';
import { Refusal } from '../state/refusal.js';
import { simulatedProviders } from './suppression-lists.js';

/** Applies faults with this path. Requests to a provider are not in the PSA's log and limit. */
function openForFaults(context: SimulatorContext) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const entry = { ...arrivedRequest(request), count: 1 };
    openExchange(response, { entry, held: context.held, onlyByPath: true, faults: [] });
    next();
  };
}

function take({ suppressionLists }: SimulatorContext) {
  return (request: Request, response: Response): void => {
    const provider = simulatedProviders.find((each) => each === request.params['provider']);
    if (provider === undefined) {
      throw new Refusal('There is no such provider.', { status: 404 });
    }
    if (!suppressionLists.accepts(provider, request.headers.authorization)) {
      const refused = jsonResponse(401, { error: 'The key is not that of this provider.' });
      reply(response, { ...refused, headers: { 'WWW-Authenticate': 'Bearer' } });
      return;
    }
    const result = suppressionLists.add(
      provider,
      controlBody(request),
      request.get('Idempotency-Key') ?? null,
    );
    if (result === 'conflict') {
      throw new Refusal('This Idempotency-Key came with another entry before.', { status: 422 });
    }
    reply(response, jsonResponse(result === 'added' ? 201 : 200, { status: result }));
  };
}

function respondWithError({ logger }: SimulatorContext) {
  return (error: unknown, _request: Request, response: Response, next: NextFunction): void => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const status = errorStatus(error);
    if (status >= 500) {
      logger.error('an entry for a suppression list could not be stored', { error });
    }
    const message = error instanceof Refusal ? error.message : 'The entry could not be read.';
    reply(response, jsonResponse(status, { error: message }));
  };
}

/**
 * `POST /suppression-list/{provider}`: stands in for the addresses where the providers take opt-outs. 201 for a new entry, 200 for a
 * repetition under the same `Idempotency-Key`, 401 without the provider's key.
 */
export function suppressionRoutes(context: SimulatorContext): Router {
  const router = Router();
  router.post('/:provider', express.json(), openForFaults(context), faultGate(context), take(context));
  router.use(respondWithError(context));
  return router;
}
