import type { Request, RequestHandler } from 'express';

import { callerAddress } from '../http/caller-address.js';
import { edgeContext } from '../http/edge-context.js';
import { isSameSecret } from '../http/is-same-secret.js';
import { countCaller, methodNotAllowed, routeNotFound } from '../pipeline/route-not-found.js';
import { authorize } from '../pipeline/authorization/index.js';
import { setHeadersOfLimits } from '../pipeline/rate-limit/index.js';
import type { ApiServices } from '../services.js';
import type { Metrics } from './create-metrics.js';

const permission = 'analytics.view';

/**
 * Responds to Prometheus, at the root and not part of the API document. Its token is valid for nothing else
 * and has no rate limit; an API credential needs `analytics.view` and counts against its limits, and so do
 * wrong tokens.
 */
export function metricsEndpoint(
  services: Pick<ApiServices, 'authenticators' | 'limits'>,
  metrics: Metrics,
): RequestHandler {
  const refuseMethod = methodNotAllowed('GET, HEAD', services);
  const refusePath = routeNotFound(services);

  return async (request, response, next) => {
    if (request.path !== '/') {
      await refusePath(request, response, next);
      return;
    }
    edgeContext(response).route = '/metrics';
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      await refuseMethod(request, response, next);
      return;
    }
    if (carriesToken(request, metrics.token)) {
      await setHeadersOfLimits(callerAddress(request), response, services.limits);
    } else {
      authorize(permission, await countCaller(permission, request, response, services));
    }
    const text = await metrics.exposition();
    response.setHeader('Content-Type', metrics.contentType);
    response.end(text);
  };
}

function carriesToken({ headers }: Request, token: string | null): boolean {
  const sent = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  return token !== null && sent !== undefined && isSameSecret(sent, token);
}
