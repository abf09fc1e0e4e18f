import express, { Router } from 'express';
import type { NextFunction, Request, Response } from 'express';

import { errorStatus } from '../error-facts.js';
import { faultGate } from '../gates/fault-gate.js';
import { haloApi } from '../halopsa/halo-api.js';
import { authInfoRoute, tokenServiceGate } from '../halopsa/halo-auth.js';
import { speaksHalo } from '../halopsa/halo-context.js';
import { jsonResponse, refusalResponse, reply } from '../http/reply.js';
import { arrival, countEntities } from '../gates/arrival.js';
import type { SimulatorContext } from '../simulator-context.js';
import { Refusal } from '../state/refusal.js';
import {
  actionEntity,
  clientEntity,
  opportunityEntity,
  siteEntity,
  ticketEntity,
  userEntity,
} from './entities.js';
import { entityRouter } from './entity-router.js';
import { listRoutes } from './list-routes.js';
import { lookUpRoutes } from './look-up-routes.js';
import { tokenRoute } from './token-route.js';

const maxBodySize = '20mb';

function requireToken(context: SimulatorContext) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (context.tokens.isValid(request.headers.authorization)) {
      next();
      return;
    }
    reply(response, {
      ...jsonResponse(401, { Message: 'Authorization has been denied for this request.' }),
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  };
}

/** Converts any error to one of the PSA's error forms. */
function respondWithError(context: SimulatorContext) {
  return (error: unknown, _request: Request, response: Response, next: NextFunction): void => {
    if (response.headersSent) {
      next(error);
      return;
    }
    if (errorStatus(error) >= 500) {
      context.logger.error('a request to the simulated PSA failed', { error });
    }
    const refusal =
      error instanceof Refusal
        ? error
        : new Refusal(errorStatus(error) < 500 ? 'The request is invalid.' : 'An error has occurred.', {
            status: errorStatus(error),
          });
    reply(response, refusalResponse(refusal, context.dialect().errors));
  };
}

/** The API of the specification, which requires a token. */
function specApi(context: SimulatorContext): Router {
  const router = Router();
  for (const routes of [
    entityRouter(context, ticketEntity),
    entityRouter(context, userEntity),
    entityRouter(context, actionEntity),
    listRoutes(context),
    entityRouter(context, clientEntity),
    entityRouter(context, siteEntity),
    entityRouter(context, opportunityEntity),
    lookUpRoutes(context),
  ]) {
    router.use(routes);
  }
  return router;
}

/** The PSA itself: the token service under `/auth` and the API under `/api`. */
export function psaRoutes(context: SimulatorContext): Router {
  const psa = Router();
  const counted = [countEntities, faultGate(context)];
  psa.use(['/auth', '/api'], arrival(context));
  psa.use('/auth', express.urlencoded({ extended: false }), ...counted);
  psa.use('/api', express.json({ limit: maxBodySize }), ...counted);
  if (speaksHalo(context)) {
    psa.use('/auth', tokenServiceGate(context));
    psa.use('/api', authInfoRoute(context));
  }
  psa.use('/auth', tokenRoute(context));
  psa.use('/api', requireToken(context), speaksHalo(context) ? haloApi(context) : specApi(context));
  psa.use(['/auth', '/api'], (_request, response) => {
    reply(
      response,
      jsonResponse(404, { Message: 'No HTTP resource was found that matches the request URI.' }),
    );
  });
  psa.use(respondWithError(context));
  return psa;
}
