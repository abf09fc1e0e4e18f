import { AppError, newId } from '@leadbridge/platform';
import type { Request, RequestHandler, Response } from 'express';

import { identify } from '../middleware/authentication/index.js';
import { authorize } from '../middleware/authorization/index.js';
import { checkListLength, readBody } from '../middleware/body/index.js';
import { answerOnce } from '../middleware/idempotency/index.js';
import { applyLimits } from '../middleware/rate-limit/index.js';
import { validate } from '../middleware/validation/index.js';
import type { ApiServices } from '../services.js';
import { edgeContext } from './edge-context.js';
import { readPreference } from './preference.js';
import type { Route, RouteRequest } from './route.js';
import { sendAnswer } from './send.js';

/**
 * The way of a request through its route: who asks, how often, whether they may; only then is the body read and
 * checked, and the handler run. Each step throws the error that the caller is answered with.
 */
export function runRoute(route: Route, services: ApiServices): RequestHandler {
  return async (request, response) => {
    const context = edgeContext(response);
    context.route = route.path;
    const address = request.ip ?? 'unknown';
    const identity =
      route.permission === 'none' ? null : await identify(request.headers, services.authenticators);
    const known = identity === null || identity instanceof AppError ? null : identity;
    context.credentialId = known?.id ?? null;
    const admit = await applyLimits(route, known?.id ?? address, response, services.limits);
    if (known?.notice !== undefined) {
      response.setHeader('X-API-Key-Warning', known.notice);
    }
    const credential = authorize(route.permission, identity);
    const routeRequest: RouteRequest = {
      ...(await readRequest(route, request, response)),
      headers: request.headers,
      credential,
      requestId: context.requestId,
      address,
      preference: readPreference(request.headers.prefer),
      jobId: newId('job', context.startedAt),
      resumed: false,
      admit,
      services,
    };
    const target = `${route.method} ${request.path}`;
    await sendAnswer(response, await answerOnce(route, routeRequest, target));
  };
}

async function readRequest(
  route: Route,
  request: Request,
  response: Response,
): Promise<Pick<RouteRequest, 'params' | 'query' | 'body' | 'rawBody'>> {
  const { params, query, body } = route.request;
  const validParams = validate(params, request.params);
  const validQuery = query === undefined ? undefined : validate(query, { ...request.query });
  const sent = await readBody(route, request, response);
  checkListLength(sent.value, route.longestList);
  return {
    params: validParams,
    query: validQuery,
    body: validate(body, sent.value, sent.raw.length),
    rawBody: sent.raw,
  };
}
