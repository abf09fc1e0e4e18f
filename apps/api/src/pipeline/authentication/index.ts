import { AppError } from '@leadbridge/platform';

import type { Authenticator, Credential } from './authenticator.js';
import { presentedToken, type CredentialCarrier } from './presented-token.js';

export { createApiKeyAuthenticator } from './api-key-authenticator.js';
export type { Authenticator, Credential } from './authenticator.js';
export { wrongScheme } from './notification-scheme.js';
export { comesFromElsewhere } from './own-pages.js';
export { createOAuthAuthenticator } from './oauth-authenticator.js';
export { createSessionAuthenticator } from './session-authenticator.js';
export { endedSessionCookie, sessionCookie } from './session-cookie.js';
export { endedSignInCookie, readSignInCookie, signInCookie, signInSeconds } from './sign-in-cookie.js';

/** Identifies the caller. Returns a refusal, because limits are counted and their headers set before it is sent. */
export async function identify(
  request: CredentialCarrier,
  authenticators: readonly Authenticator[],
): Promise<Credential | AppError> {
  const presented = presentedToken(request);
  if (presented instanceof AppError) {
    return presented;
  }
  const { token, carrier } = presented;
  for (const authenticator of authenticators.filter(({ carriers }) => carriers.includes(carrier))) {
    const found = await authenticator.authenticate(token);
    if (found !== null) {
      return found;
    }
  }
  return new AppError('AUTHENTICATION_ERROR', 'The credentials are not valid');
}
