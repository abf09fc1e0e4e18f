import { AppError, newId } from '@leadbridge/platform';
import type { Request, RequestHandler, Response } from 'express';

import { respondInTime } from './respond-in-time.js';
import { withMcpAudit } from './audit-mcp-call.js';
import { identify, type Credential } from './authentication/index.js';
import { authorize, checkProposal, mayCall } from './authorization/index.js';
import { checkListLength, readBody, type RequestBody } from './body/index.js';
import { withIdempotency } from './idempotency/index.js';
import { applyLimits, limitedForOthers, setHeadersOfLimits, type LimitedRoute } from './rate-limit/index.js';
import { validate, validateQuery } from './validation/index.js';
import type { ApiServices } from '../services.js';
import type { RouteResponse } from '../http/route-response.js';
import { callerAddress } from '../http/caller-address.js';
import type { CallWithin } from './call-within.js';
import { edgeContext } from '../http/edge-context.js';
import { readPreference } from '../http/preference.js';
import type { Route, RouteRequest, SenderRequest } from './route.js';
import { sendResponse } from '../http/send.js';

/**
 * Runs a request through its route: authentication, limits, permission; only then is the body read and
 * validated, and the handler run. Each step throws the error of the response.
 *
 * @param callWithin for the requests that a handler makes itself
 */
export function runRoute(route: Route, services: ApiServices, callWithin: CallWithin): RequestHandler {
  return async (request, response) => {
    const context = edgeContext(response);
    context.route = route.path;
    const address = callerAddress(request);
    const { headers } = request;
    const isSender = route.checkSender?.({ headers, services }) ?? null;
    const signed = signatureCheck(route, request, response, { services, isSender });
    // A credential other than the agreed one must be valid itself, even with a valid signature.
    const needsCredential = signed === undefined || isSender === false;
    const inTime = respondInTime(context.startedAt, services);
    const identity =
      route.permission === 'none' || !needsCredential
        ? null
        : explained(route, { headers, services }, await inTime(identify(request, services.authenticators)));
    const known = identity === null || identity instanceof AppError ? null : identity;
    context.credentialId = known?.id ?? null;
    const admit = needsCredential
      ? await applyLimits(limitedFor(known, route), known?.id ?? address, response, services.limits)
      : () => Promise.resolve();
    if (known?.notice !== undefined) {
      response.setHeader('X-API-Key-Warning', known.notice);
    }
    const { requestId } = context;
    let read: Awaited<ReturnType<typeof readRequest>> | null = null;
    const respond = async (): Promise<RouteResponse> => {
      const credential = needsCredential ? authorize(route.permission, identity) : null;
      checkProposal(credential, route, null);
      read = await readRequest(route, request, response, {
        check: signed,
        sender: { isSender: isSender === true, services },
      });
      checkProposal(credential, route, read);
      const routeRequest: RouteRequest = {
        ...read,
        search: /\?.*$/su.exec(request.originalUrl)?.[0] ?? '',
        headers,
        credential,
        callerNow: async () => {
          const now = await identify(request, services.authenticators);
          return now instanceof AppError || !mayCall(now, route.permission) ? null : now;
        },
        requestId,
        address,
        secure: request.secure,
        preference: readPreference(headers.prefer),
        jobId: newId('job', context.startedAt),
        resumed: false,
        callApi: callWithin({ headers, address, requestId }),
        admit,
        services,
      };
      const target = `${route.method} ${request.path}${routeRequest.search}`;
      return await inTime(withIdempotency(route, routeRequest, target));
    };
    const { params } = request;
    const call = { route, headers, params, caller: known, address, requestId, services, read: () => read };
    await sendResponse(response, await withMcpAudit(call, respond));
  };
}

/** A refusal with the route's explanation, if there is one. */
function explained(
  route: Route,
  request: SenderRequest,
  identity: Credential | AppError,
): Credential | AppError {
  const reason = identity instanceof AppError ? (route.explainRefusal?.(request) ?? null) : null;
  return reason === null ? identity : new AppError('AUTHENTICATION_ERROR', reason);
}

function limitedFor(known: Credential | null, route: Route): LimitedRoute {
  return known !== null && mayCall(known, route.permission) ? route : limitedForOthers(route);
}

/**
 * Checks a request that has a signature instead of a credential, or comes from the agreed sender. A valid
 * signature is exempt from all limits, because the other system would give up a refused notification; an
 * invalid one is counted like any other request.
 */
function signatureCheck(
  route: Route,
  request: Request,
  response: Response,
  { services, isSender }: { readonly services: ApiServices; readonly isSender: boolean | null },
): ((rawBody: Buffer) => Promise<void>) | undefined {
  const { checkSignature } = route;
  const isSigned = request.headers['x-webhook-signature'] !== undefined;
  if (checkSignature === undefined || !(isSigned || isSender === true)) {
    return undefined;
  }
  const address = callerAddress(request);
  return async (rawBody) => {
    try {
      if (!isSigned) {
        await setHeadersOfLimits(address, response, services.limits);
        return;
      }
      await checkSignature({ rawBody, headers: request.headers, query: request.query, services });
    } catch (error) {
      await applyLimits(limitedForOthers(route), address, response, services.limits);
      throw error;
    }
    await setHeadersOfLimits(address, response, services.limits);
  };
}

async function readRequest(
  route: Route,
  request: Request,
  response: Response,
  {
    check,
    sender,
  }: {
    readonly check: ((rawBody: Buffer) => Promise<void>) | undefined;
    readonly sender: { readonly isSender: boolean; readonly services: ApiServices };
  },
): Promise<Pick<RouteRequest, 'params' | 'query' | 'body' | 'rawBody' | 'list'>> {
  const { params, query, body } = route.request;
  const validParams = validate(params, request.params);
  const validQuery = validateQuery(query, { ...request.query });
  const sent = await readBody(route, request, response, {
    check,
    separator: separatorOf(validQuery),
  });
  checkListLength(sent.value, route.maxList, sent.list);
  const value = withStandIn(sent, route);
  return {
    params: validParams,
    query: validQuery,
    body: validate(body, route.completeBody?.(validQuery, value, sender) ?? value, sent.raw.length),
    rawBody: sent.raw,
    list: sent.list,
  };
}

function separatorOf(query: unknown): string | null {
  const separator: unknown =
    typeof query === 'object' && query !== null && 'separator' in query ? query.separator : null;
  return typeof separator === 'string' ? separator : null;
}

/** The body with one item in place of a long list, whose items may be anything, for the schema. */
function withStandIn({ value, list }: RequestBody, { maxList }: Route): unknown {
  return list === null || list.length === 0 || maxList === undefined || typeof value !== 'object'
    ? value
    : { ...value, [maxList.field]: [{}] };
}
