import { flag, list, text } from '@leadbridge/platform';
import type { RoleRule } from '@leadbridge/usecases';

import { buttonName, issuerAddress, person, roleRules, scopes } from './oidc-values.js';

const none = null as string | null;

/** The settings of sign-in with OpenID Connect, and of passwords beside it. */
export const oidcVariables = {
  oidcIssuer: {
    name: 'OIDC_ISSUER',
    description: 'the issuer of OpenID Connect where people sign in; off unless it is set',
    parse: issuerAddress,
    fallback: none,
  },
  oidcClientId: {
    name: 'OIDC_CLIENT_ID',
    description: 'the id of the service at the issuer',
    parse: text,
    fallback: none,
  },
  oidcClientSecret: {
    name: 'OIDC_CLIENT_SECRET',
    description: 'its secret',
    parse: text,
    fallback: none,
  },
  oidcRoles: {
    name: 'OIDC_ROLES',
    description: 'which groups have which role: `admin=group-a,operator=group-b,viewer=*` (`*` is everybody)',
    parse: roleRules,
    fallback: null as readonly RoleRule[] | null,
  },
  oidcGroupsClaim: {
    name: 'OIDC_GROUPS_CLAIM',
    description: 'the claim with the groups of a person',
    parse: text,
    fallback: 'groups',
  },
  oidcName: {
    name: 'OIDC_NAME',
    description: 'the name of the issuer on the button of the sign-in page',
    parse: buttonName,
    fallback: 'single sign-on',
  },
  oidcScopes: {
    name: 'OIDC_SCOPES',
    description: 'the scopes that are asked for',
    parse: scopes,
    fallback: 'openid email profile',
  },
  oidcAllowHttp: {
    name: 'OIDC_ALLOW_HTTP',
    description: 'true permits an issuer without TLS, for tests and closed networks',
    parse: flag,
    fallback: false,
  },
  oidcMfaAcr: {
    name: 'OIDC_MFA_ACR',
    description: 'values of `acr` with which the issuer says that it has asked for a second factor',
    parse: list(text),
    fallback: [] as readonly string[],
  },
  passwordSignIn: {
    name: 'PASSWORD_SIGN_IN',
    description: 'off leaves passwords to EMERGENCY_ADMIN alone',
    parse: flag,
    fallback: true,
  },
  emergencyAdmin: {
    name: 'EMERGENCY_ADMIN',
    description: 'the email of the admin who may sign in by password with PASSWORD_SIGN_IN=off',
    parse: person,
    fallback: none,
  },
};
