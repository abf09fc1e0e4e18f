import { AppError } from '@leadbridge/platform';
import type { Request, RequestHandler, Response } from 'express';

import { identify, type Credential } from './authentication/index.js';
import { applyLimits, type LimitedRoute } from './rate-limit/index.js';
import type { ApiServices } from '../services.js';
import { callerAddress } from '../http/caller-address.js';
import { edgeContext } from '../http/edge-context.js';

type StrayServices = Pick<ApiServices, 'authenticators' | 'limits'>;

/** For a path without a route. */
export function routeNotFound(services: StrayServices): RequestHandler {
  return async (request, response) => {
    await countCaller(strayPermission, request, response, services);
    throw new AppError('RESOURCE_NOT_FOUND', 'There is no such resource');
  };
}

/** For a path whose routes have other methods. */
export function methodNotAllowed(allowed: string, services: StrayServices): RequestHandler {
  return async (request, response) => {
    response.setHeader('Allow', allowed);
    await countCaller(strayPermission, request, response, services);
    throw new AppError('VALIDATION_ERROR', `${request.method} is not allowed here`, {
      status: 405,
      details: { field: 'method', value: request.method, allowed: allowed.split(', ') },
    });
  };
}

/** A request without a route counts as well: its response shows the limit, and guessing paths is limited. */
const strayPermission = 'data.view.readonly';

/** Identifies the caller of a request that no route handles, and counts it. @throws AppError RATE_LIMIT_EXCEEDED */
export async function countCaller(
  permission: LimitedRoute['permission'],
  request: Request,
  response: Response,
  { authenticators, limits }: StrayServices,
): Promise<Credential | AppError> {
  const identity = await identify(request, authenticators);
  const known = identity instanceof AppError ? null : identity;
  edgeContext(response).credentialId = known?.id ?? null;
  await applyLimits({ permission }, known?.id ?? callerAddress(request), response, limits);
  return identity;
}
