import type { IncomingHttpHeaders } from 'node:http';

import { AppError } from '@leadbridge/platform';

import type { Authenticator, Credential } from './authenticator.js';

export type { Authenticator, Credential } from './authenticator.js';
export { createApiKeyAuthenticator, hashApiKey } from './api-key-authenticator.js';

/** Longer than any key or access token that is issued. */
const longestToken = 8_192;

/** The token of a request; an `AppError` where it has none that can be right. */
export function presentedToken(headers: IncomingHttpHeaders): string | AppError {
  const { authorization, 'x-api-key': apiKey } = headers;
  const bearer = authorization === undefined ? null : /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (bearer === undefined) {
    return refuse('The Authorization header must have the form "Bearer <API_KEY>"');
  }
  const alternative = typeof apiKey === 'string' ? apiKey.trim() : null;
  if (bearer !== null && alternative !== null && bearer !== alternative) {
    return refuse('The Authorization and X-API-Key headers carry different credentials');
  }
  const token = bearer ?? alternative;
  if (token === null || token === '') {
    return refuse('Credentials are required: an Authorization or X-API-Key header');
  }
  return token.length > longestToken ? refuse('The credentials are not valid') : token;
}

/**
 * Finds out who asks (specification, "Authentication"). A refusal is returned and not thrown, as the limits are counted, and
 * their headers set, before anything is answered.
 */
export async function identify(
  headers: IncomingHttpHeaders,
  authenticators: readonly Authenticator[],
): Promise<Credential | AppError> {
  const token = presentedToken(headers);
  if (token instanceof AppError) {
    return token;
  }
  for (const authenticator of authenticators) {
    const credential = await authenticator.authenticate(token);
    if (credential !== null) {
      return credential;
    }
  }
  return refuse('The credentials are not valid');
}

function refuse(message: string): AppError {
  return new AppError('AUTHENTICATION_ERROR', message);
}
