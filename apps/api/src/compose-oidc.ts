import { createSignInIssuer } from '@leadbridge/integrations';
import type { Clock, Logger } from '@leadbridge/platform';

import type { ApiConfig } from './config.js';
import { apiPrefix } from './http/api-prefix.js';
import type { OidcServices } from './services.js';

/** Null if sign-in with OpenID Connect is not set up. The issuer is not asked here: it may be down. */
export function composeOidc(config: ApiConfig, clock: Clock, logger: Logger): OidcServices | null {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcRoles, publicUrl } = config;
  if (
    oidcIssuer === null ||
    oidcClientId === null ||
    oidcClientSecret === null ||
    oidcRoles === null ||
    publicUrl === null
  ) {
    return null;
  }
  const issuer = createSignInIssuer({
    issuer: oidcIssuer,
    clientId: oidcClientId,
    clientSecret: oidcClientSecret,
    scopes: config.oidcScopes,
    groupsClaim: config.oidcGroupsClaim,
    mfaAcr: config.oidcMfaAcr,
    allowHttp: config.oidcAllowHttp,
    redirectUri: `${publicUrl}${apiPrefix}/auth/oidc/callback`,
    signedOutUri: `${publicUrl}/console/sign-in`,
    clock,
    logger,
  });
  return { name: config.oidcName, roles: oidcRoles, issuer };
}
