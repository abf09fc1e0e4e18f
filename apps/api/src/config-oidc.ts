import { emailText, roles, type Role } from '@leadbridge/contracts';
import { flag, list, text, type Parser } from '@leadbridge/platform';
import { normaliseEmail, type RoleRule } from '@leadbridge/usecases';

const roleForm = 'roles and groups such as admin=group-a,operator=group-b,viewer=* (* is everybody)';

/** `admin=group-a,operator=group-b,viewer=*` */
export const roleRules: Parser<readonly RoleRule[]> = (value) => {
  const rules = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): RoleRule => {
      const [name, ...rest] = part.split('=');
      const role = roles.find((each): each is Role => each === name?.trim());
      const group = rest.join('=').trim();
      if (role === undefined || group === '') {
        throw new Error(roleForm);
      }
      return { role, group: group === '*' ? null : group };
    });
  if (rules.length === 0) {
    throw new Error(roleForm);
  }
  return rules;
};

/** Scopes separated by blanks, `openid` among them. */
export const scopes: Parser<string> = (value) => {
  const list = value.split(/\s+/u);
  if (!list.includes('openid') || list.some((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]+$/u.test(scope))) {
    throw new Error('scopes separated by blanks, openid among them');
  }
  return list.join(' ');
};

/** An issuer as it names itself, with or without a slash at the end. */
export const issuerAddress: Parser<string> = (value) => {
  const parsed = /^https?:\/\//iu.test(value) && URL.canParse(value) ? new URL(value) : null;
  if (parsed === null || parsed.search !== '' || parsed.hash !== '' || parsed.username !== '') {
    throw new Error('the address of an issuer with https, without user, query and fragment');
  }
  if (value.includes('/.well-known/')) {
    throw new Error('the address of the issuer itself, without /.well-known/openid-configuration');
  }
  return value;
};

const person: Parser<string> = (value) => {
  const email = normaliseEmail(value);
  if (emailText.validate(email).error !== undefined) {
    throw new Error('an email address');
  }
  return email;
};

const buttonName: Parser<string> = (value) => {
  if (value.length > 40 || /\p{Cc}/u.test(value)) {
    throw new Error('a name of at most 40 characters');
  }
  return value;
};

const together = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLES'] as const;

/** What must be set together; a problem or null, as `loadConfig` expects. */
export const oidcRules = [
  (config: OidcValues): string | null => {
    const values = [config.oidcIssuer, config.oidcClientId, config.oidcClientSecret, config.oidcRoles];
    const missing = together.filter((_name, index) => values[index] === null);
    return missing.length === 0 || missing.length === together.length
      ? null
      : `${together.join(', ')}: expected all or none; missing: ${missing.join(', ')}`;
  },
  ({ oidcIssuer, publicUrl }: OidcValues): string | null =>
    oidcIssuer !== null && publicUrl === null
      ? 'PUBLIC_URL is required with OIDC_ISSUER: the issuer sends people back to it'
      : null,
  ({ oidcIssuer, oidcAllowHttp }: OidcValues): string | null =>
    oidcIssuer !== null && !oidcAllowHttp && !/^https:/iu.test(oidcIssuer)
      ? 'OIDC_ISSUER: expected an address with https, or OIDC_ALLOW_HTTP=true in a closed network'
      : null,
  ({ passwordSignIn, oidcIssuer, emergencyAdmin }: OidcValues): string | null =>
    passwordSignIn || (oidcIssuer !== null && emergencyAdmin !== null)
      ? null
      : 'PASSWORD_SIGN_IN=off: expected OIDC_ISSUER, and EMERGENCY_ADMIN for the time when the issuer is down',
];

interface OidcValues {
  readonly publicUrl: string | null;
  readonly oidcIssuer: string | null;
  readonly oidcClientId: string | null;
  readonly oidcClientSecret: string | null;
  readonly oidcRoles: readonly RoleRule[] | null;
  readonly oidcAllowHttp: boolean;
  readonly passwordSignIn: boolean;
  readonly emergencyAdmin: string | null;
}

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
