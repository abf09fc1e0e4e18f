import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '@leadbridge/platform';

import { loadApiConfig } from './config.js';
import { issuerAddress, roleRules, scopes } from './config-oidc.js';

const required = {
  MONGODB_URI: 'mongodb://127.0.0.1/x',
  REDIS_URL: 'redis://127.0.0.1',
  PSA_URL: 'http://psa.test',
};
const whole = {
  PUBLIC_URL: 'https://leads.example.com/',
  OIDC_ISSUER: 'https://login.example.com/realms/one/',
  OIDC_CLIENT_ID: 'leadbridge',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_ROLES: 'admin=it',
};

function problems(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    loadApiConfig({ ...required, ...environment });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.problems;
    }
    throw error;
  }
}

describe('the settings of sign-in with OpenID Connect', () => {
  it('are read, with the slash of an issuer and without that of the service', () => {
    expect(loadApiConfig({ ...required, ...whole, OIDC_MFA_ACR: 'gold, silver' })).toMatchObject({
      publicUrl: 'https://leads.example.com',
      oidcIssuer: 'https://login.example.com/realms/one/',
      oidcRoles: [{ role: 'admin', group: 'it' }],
      oidcGroupsClaim: 'groups',
      oidcScopes: 'openid email profile',
      oidcMfaAcr: ['gold', 'silver'],
      oidcName: 'single sign-on',
      passwordSignIn: true,
    });
    expect(problems({ PUBLIC_URL: whole.PUBLIC_URL })).toEqual([]);
  });

  it.each([
    ['OIDC_CLIENT_ID', 'missing: OIDC_CLIENT_ID'],
    ['OIDC_ISSUER', 'missing: OIDC_ISSUER'],
    ['OIDC_CLIENT_SECRET', 'missing: OIDC_CLIENT_SECRET'],
    ['OIDC_ROLES', 'missing: OIDC_ROLES'],
    ['PUBLIC_URL', 'PUBLIC_URL is required with OIDC_ISSUER'],
  ])('stop the start without %s', (name, problem) => {
    expect(problems({ ...whole, [name]: '' })).toEqual([expect.stringContaining(problem)]);
  });

  it('stop the start with an issuer without TLS, unless that is permitted', () => {
    const plain = { ...whole, OIDC_ISSUER: 'http://login.example.com' };
    expect(problems(plain)).toEqual([expect.stringContaining('OIDC_ALLOW_HTTP=true')]);
    expect(problems({ ...plain, OIDC_ALLOW_HTTP: 'true' })).toEqual([]);
  });

  it('stop the start without passwords if nobody could sign in', () => {
    const off = { PASSWORD_SIGN_IN: 'off' };
    const emergency = { EMERGENCY_ADMIN: 'Admin@Example.com' };
    for (const settings of [off, { ...off, ...emergency }, { ...off, ...whole }]) {
      expect(problems(settings)).toEqual([
        expect.stringContaining('PASSWORD_SIGN_IN=off: expected OIDC_ISSUER'),
      ]);
    }
    expect(loadApiConfig({ ...required, ...whole, ...off, ...emergency }).emergencyAdmin).toBe(
      'admin@example.com',
    );
    expect(problems({ EMERGENCY_ADMIN: 'an admin' })).toEqual(['EMERGENCY_ADMIN: expected an email address']);
  });

  it.each(['', 'it', 'admin', 'admin=', 'owner=it', '=it', 'admin:it'])('refuse the roles %j', (text) => {
    expect(() => roleRules(text)).toThrow('admin=group-a');
  });

  it('read the roles of groups, several for a role', () => {
    expect(roleRules(' admin=it,admin=a=b , viewer=*,')).toEqual([
      { role: 'admin', group: 'it' },
      { role: 'admin', group: 'a=b' },
      { role: 'viewer', group: null },
    ]);
  });

  it.each([
    [scopes, 'email profile'],
    [scopes, 'openid "x"'],
    [issuerAddress, 'login.example.com'],
    [issuerAddress, 'ftp://login.example.com'],
    [issuerAddress, 'https:login.example.com'],
    [issuerAddress, 'https://login.example.com/?tenant=a'],
    [issuerAddress, 'https://user@login.example.com'],
    [issuerAddress, 'https://login.example.com/.well-known/openid-configuration'],
  ])('refuse what does not fit: %p %s', (parse, text) => {
    expect(() => parse(text)).toThrow();
  });
});
