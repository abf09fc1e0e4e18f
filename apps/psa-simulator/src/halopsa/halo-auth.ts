import { Router, type NextFunction, type Request, type Response } from 'express';

import { queryText } from '../http/read-query.js';
import { jsonResponse, reply } from '../http/reply.js';
import { Refusal } from '../state/refusal.js';
import type { HaloContext } from './halo-context.js';

/** Another name of the machine that the simulator listens on. */
const otherHost = 'localhost';

function authOrigin({ halo }: HaloContext, request: Request): string {
  const [host = '', port] = (request.headers.host ?? '').split(':');
  const name = halo.quirks.authHost === 'other' ? otherHost : host;
  return `http://${name}${port === undefined ? '' : `:${port}`}`;
}

/** `GET /AuthInfo`, which asks for no token. */
export function authInfoRoute(context: HaloContext): Router {
  const router = Router();
  router.get('/AuthInfo', (request, response) => {
    const { tenant, build } = context.halo.quirks;
    reply(
      response,
      jsonResponse(200, {
        auth_url: `${authOrigin(context, request)}/auth`,
        tenant_id: tenant,
        version: build,
      }),
    );
  });
  return router;
}

/** Middleware before the token service: wants its own host, and the tenant in the query. */
export function tokenServiceGate(context: HaloContext) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const { authHost, tenant } = context.halo.quirks;
    const [host] = (request.headers.host ?? '').split(':');
    if (authHost === 'other' && host !== otherHost) {
      reply(response, jsonResponse(404, { Message: 'There is no token service here.' }));
      return;
    }
    if (tenant !== '' && queryText(request, 'tenant') !== tenant) {
      reply(response, jsonResponse(400, { error: 'invalid_request', error_description: 'Invalid tenant.' }));
      return;
    }
    next();
  };
}

/** Middleware: a token whose scope does not reach this far gets 401, an agent who may not write gets 403. */
export function requireRights(context: HaloContext) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const isRead = request.method === 'GET';
    const scopes = context.tokens.scopeOf(request.headers.authorization).split(/\s+/);
    const reaches = scopes.some(
      (scope) => scope === 'all' || scope.startsWith('edit') || (isRead && scope.startsWith('read')),
    );
    if (!reaches) {
      reply(response, {
        ...jsonResponse(401, { Message: 'Authorization has been denied for this request.' }),
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
      return;
    }
    if (!isRead && !context.halo.quirks.agentMayWrite) {
      throw new Refusal('You do not have permission to perform this action.', { status: 403 });
    }
    next();
  };
}
