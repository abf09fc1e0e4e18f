import { PsaUnavailableError } from '@leadbridge/usecases';

import { readField, readText } from '../psa/read-json.js';
import { readObject } from '../psa/read-rows.js';

/** The address of the token service, and the tenant it needs; null if the instance reports none. */
export interface ReportedTokenService {
  readonly address: string;
  readonly tenant: string | null;
}

/**
 * What the instance reports about its token service. The report needs no token, so anyone who responds in the
 * PSA's place can write it, and the client secret is sent to what it names: only the host and port of
 * `PSA_URL` count, and https, or http if `PSA_URL` has no more.
 *
 * @param authInfo the response of `/AuthInfo`; null if there is none
 * @throws PsaUnavailableError if it names another address
 */
export function reportedTokenService(authInfo: unknown, psaUrl: string): ReportedTokenService {
  const info = readObject(authInfo, ['auth_url', 'tenant_id']);
  const tenant = readText(readField(info, 'tenant_id'));
  const reported = readAddress(readText(readField(info, 'auth_url')));
  if (reported === null) {
    return { address: tokenAddress(`${psaUrl}/auth`), tenant };
  }
  const own = new URL(psaUrl);
  const isSafeScheme = reported.protocol === 'https:' || own.protocol === 'http:';
  if (reported.host !== own.host || !isSafeScheme || reported.username !== '' || reported.password !== '') {
    const shown = `${reported.protocol}//${reported.host}${reported.pathname}`;
    throw new PsaUnavailableError(
      `The PSA reports its authorization server as ${shown}, which is not ${own.origin}: the client secret is not sent there; if the address is right, set PSA_AUTH_URL to it`,
    );
  }
  return { address: tokenAddress(`${reported.origin}${reported.pathname}`), tenant };
}

/** The setting may be the address of the authorization server, of its tokens, or of the instance. */
export function tokenAddress(authUrl: string): string {
  const address = authUrl.replace(/\/+$/, '');
  if (/\/token$/i.test(address)) {
    return address;
  }
  return new URL(address).pathname === '/' ? `${address}/auth/token` : `${address}/token`;
}

/** Null for what is no address of a web server, such as a path. */
function readAddress(text: string | null): URL | null {
  if (text === null || !/^https?:/i.test(text) || !URL.canParse(text)) {
    return null;
  }
  return new URL(text);
}
