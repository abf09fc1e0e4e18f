import { AppError } from '@leadbridge/platform';
import type { Request, RequestHandler, Response } from 'express';

import { identify } from './authentication/index.js';
import { applyLimits } from './rate-limit/index.js';
import type { ApiServices } from '../services.js';
import { callerAddress } from '../http/caller-address.js';
import { edgeContext } from '../http/edge-context.js';

type StrayServices = Pick<ApiServices, 'authenticators' | 'limits'>;

/** For a path without a route. */
export function routeNotFound(services: StrayServices): RequestHandler {
  return async (request, response) => {
    await countStray(request, response, services);
    throw new AppError('RESOURCE_NOT_FOUND', 'There is no such resource');
  };
}

/** For a path whose routes have other methods. */
export function methodNotAllowed(allowed: string, services: StrayServices): RequestHandler {
  return async (request, response) => {
    response.setHeader('Allow', allowed);
    await countStray(request, response, services);
    throw new AppError('VALIDATION_ERROR', `${request.method} is not allowed here`, {
      status: 405,
      details: { field: 'method', value: request.method, allowed: allowed.split(', ') },
    });
  };
}

/**
 * Counts a request without a route like any other: its response shows its credential's limit, and guessing
 * paths is limited too.
 */
async function countStray(request: Request, response: Response, services: StrayServices): Promise<void> {
  const identity = await identify(request, services.authenticators);
  const known = identity instanceof AppError ? null : identity;
  edgeContext(response).credentialId = known?.id ?? null;
  const subject = known?.id ?? callerAddress(request);
  await applyLimits({ permission: 'data.view.readonly' }, subject, response, services.limits);
}
