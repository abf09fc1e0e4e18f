import { Router } from 'express';

import { jsonResponse, reply } from '../http/reply.js';
import type { SimulatorContext } from '../simulator-context.js';
import { isInput } from '../state/read-input.js';

/** `POST /auth/token`: OAuth 2.0 client credentials, form-encoded. */
export function tokenRoute(context: SimulatorContext): Router {
  const router = Router();
  router.post('/token', (request, response) => {
    const refuse = (error: string, description: string): void => {
      reply(response, jsonResponse(400, { error, error_description: description }));
    };
    const body: unknown = request.body;
    if (!request.is('application/x-www-form-urlencoded') || !isInput(body)) {
      refuse('invalid_request', 'The mandatory Content-Type is application/x-www-form-urlencoded.');
      return;
    }
    const field = (name: string): string => {
      const value = body[name];
      return typeof value === 'string' ? value : '';
    };
    if (field('grant_type') !== 'client_credentials') {
      refuse('unsupported_grant_type', 'The specified grant type is not supported.');
      return;
    }
    if (!context.tokens.accepts(field('client_id'), field('client_secret'))) {
      refuse('invalid_client', 'The specified client credentials are invalid.');
      return;
    }
    reply(
      response,
      jsonResponse(200, {
        access_token: context.tokens.issue(field('scope')),
        token_type: 'Bearer',
        expires_in: context.tokens.lifetimeSeconds,
        ...(field('scope') === '' ? {} : { scope: field('scope') }),
      }),
    );
  });
  return router;
}
