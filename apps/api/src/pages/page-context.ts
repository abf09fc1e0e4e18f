import type { RequestHandler } from 'express';

import { callerAddress } from '../http/caller-address.js';
import { edgeContext } from '../http/edge-context.js';
import { setHeadersOfLimits } from '../pipeline/rate-limit/index.js';
import type { ApiServices } from '../services.js';

/** Names the route of pages and files in logs and metrics, and sets the headers of the limits, which do not count them. */
export function pageContext(route: string, { limits }: Pick<ApiServices, 'limits'>): RequestHandler {
  return async (request, response, next) => {
    edgeContext(response).route = route;
    await setHeadersOfLimits(callerAddress(request), response, limits);
    next();
  };
}
