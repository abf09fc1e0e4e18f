import { createHash } from 'node:crypto';

import type { Role } from '@leadbridge/contracts';
import type { AccessTokenVerifier } from '@leadbridge/integrations';
import { AppError } from '@leadbridge/platform';

import type { Authenticator } from './authenticator.js';

const jwtForm = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** The specification's scopes ("Authentication"), the most powerful first. */
const roleOfScope: readonly (readonly [string, Role])[] = [
  ['admin', 'admin'],
  ['write', 'operator'],
  ['read', 'viewer'],
];

const maxNameChars = 100;

/** OAuth 2.0 access tokens of the configured issuer. */
export function createOAuthAuthenticator(verifier: Pick<AccessTokenVerifier, 'verify'>): Authenticator {
  return {
    carriers: ['bearer'],

    async authenticate(token) {
      if (!jwtForm.test(token)) {
        return null;
      }
      const verdict = await verifier.verify(token);
      if (verdict.kind === 'unknown') {
        return new AppError('EXTERNAL_API_ERROR', 'Access tokens cannot be checked at the moment');
      }
      if (verdict.kind === 'invalid') {
        return verdict.reason === 'expired'
          ? new AppError('AUTHENTICATION_ERROR', 'The access token has expired')
          : null;
      }
      const role = roleOfScope.find(([scope]) => verdict.scopes.includes(scope))?.[1];
      if (role === undefined) {
        return new AppError(
          'AUTHORIZATION_ERROR',
          'The access token has none of the scopes read, write, admin',
        );
      }
      const { subject, client } = verdict;
      const id = `oauth_${createHash('sha256').update(subject).digest('hex').slice(0, 24)}`;
      return { id, name: (client ?? subject).slice(0, maxNameChars), role, kind: 'oauth_client' };
    },
  };
}
