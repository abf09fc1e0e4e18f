import type { IncomingHttpHeaders } from 'node:http';

import { AppError } from '@leadbridge/platform';
import { sessionIdOf } from '@leadbridge/usecases';

import { comesFromOurPages } from './own-pages.js';
import { readCookie } from './read-cookie.js';
import { ownCookieName, sessionCookieName } from './session-cookie.js';

export interface CredentialCarrier {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** Whether it came over https. */
  readonly secure: boolean;
}

/** Where a token came from: `Authorization`, `X-API-Key`, or the cookie of our own pages. */
export type TokenCarrier = 'bearer' | 'api_key' | 'cookie';

export interface PresentedToken {
  readonly token: string;
  readonly carrier: TokenCarrier;
}

/** Longer than any key or access token that is issued. */
const maxTokenChars = 8_192;

/** The token of a request; an `AppError` if it has none that can be valid. */
export function presentedToken(request: CredentialCarrier): PresentedToken | AppError {
  const { authorization, 'x-api-key': apiKey } = request.headers;
  const bearer = authorization === undefined ? null : /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (bearer === undefined) {
    return refuse('The Authorization header must have the form "Bearer <API_KEY>"');
  }
  const alternative = typeof apiKey === 'string' ? apiKey.trim() : null;
  if (bearer !== null && alternative !== null && bearer !== alternative) {
    return refuse('The Authorization and X-API-Key headers carry different credentials');
  }
  const token = alternative ?? bearer ?? cookieToken(request);
  if (token === null || token === '') {
    return refuse('Credentials are required: an Authorization or X-API-Key header');
  }
  if (token.length > maxTokenChars) {
    return refuse('The credentials are not valid');
  }
  return { token, carrier: alternative !== null ? 'api_key' : bearer !== null ? 'bearer' : 'cookie' };
}

/**
 * The session of a user of our own pages. A browser sends its cookie with requests from any page, so a
 * request for a change must show that it comes from ours (in addition to the cookie's own `SameSite=Strict`).
 */
function cookieToken(request: CredentialCarrier): string | null {
  if (!(isHarmless(request.method) || comesFromOurPages(request.headers))) {
    return null;
  }
  const values = readCookie(request.headers, ownCookieName(sessionCookieName, request.secure));
  // A key is only accepted in a header: in a cookie, any page could send it.
  return values.find((value) => sessionIdOf(value) !== null) ?? null;
}

function isHarmless(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function refuse(message: string): AppError {
  return new AppError('AUTHENTICATION_ERROR', message);
}
