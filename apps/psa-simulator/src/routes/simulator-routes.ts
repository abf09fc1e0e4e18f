import express, { Router } from 'express';
import type { NextFunction, Request, Response } from 'express';

import { errorCode } from '../error-facts.js';
import type { ChangeStream } from '../page/change-stream.js';
import type { SimulatorContext } from '../simulator-context.js';
import { Refusal } from '../state/refusal.js';
import { switchRoutes } from './switch-routes.js';
import { ticketPageRoutes } from './ticket-page-routes.js';

function respondWithError(error: unknown, _request: Request, response: Response, next: NextFunction): void {
  if (error instanceof Refusal) {
    response.status(error.status).json({ error: error.message });
    return;
  }
  if (errorCode(error) === 'entity.parse.failed') {
    response.status(400).json({ error: 'The body is not JSON.' });
    return;
  }
  next(error);
}

/** Prevents pages of other sites in the same browser from using the switches. */
function refuseOtherSites(request: Request, _response: Response, next: NextFunction): void {
  if (request.method !== 'GET' && request.get('Sec-Fetch-Site') === 'cross-site') {
    throw new Refusal('Only the page of the simulator may do that.', { status: 403 });
  }
  next();
}

/** What a simulator has and a PSA has not: its switches, and what its page reads. No request here counts as one to the PSA. */
export function simulatorRoutes(context: SimulatorContext, stream: ChangeStream): Router {
  const router = Router();
  router.get('/health', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/events', (request, response) => {
    stream.open(request, response);
  });
  router.use(refuseOtherSites, express.json());
  router.use(ticketPageRoutes(context));
  router.use(switchRoutes(context));
  router.use((_request, response) => {
    response.status(404).json({ error: 'There is nothing here.' });
  });
  router.use(respondWithError);
  return router;
}
