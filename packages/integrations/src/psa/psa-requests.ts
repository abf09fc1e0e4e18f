import type { HttpRequest } from '../http/http-client.js';
import type { PsaAccount } from './psa-settings.js';

/** One request to the PSA's API. `path` may contain identifiers; `pattern` is the same without them. */
export interface PsaRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly path: string;
  readonly pattern: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

/** The PSA's address, even if that of its API is given. */
export function addressOf(psaUrl: string): string {
  return psaUrl.replace(/\/+$/, '').replace(/\/api$/i, '');
}

/** The token request of the specification: its token service is below the PSA's address. */
export function specTokenRequest(settings: PsaAccount): HttpRequest {
  return tokenRequest(settings, `${addressOf(settings.url)}/auth/token`);
}

/** The token service's client credentials grant (RFC 6749, section 4.4). */
export function tokenRequest(settings: Omit<PsaAccount, 'url'>, address: string): HttpRequest {
  const url = new URL(address);
  if (settings.tenant !== undefined) {
    url.searchParams.set('tenant', settings.tenant);
  }
  return {
    method: 'POST',
    url,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
      scope: settings.scope,
    }).toString(),
  };
}

export function bearer(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` };
}

export function apiRequest(
  psaUrl: string,
  request: PsaRequest,
  credentials: Readonly<Record<string, string>>,
): HttpRequest {
  const url = new URL(`${addressOf(psaUrl)}/api${request.path}`);
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) {
      url.searchParams.set(name, String(value));
    }
  }
  const headers = { accept: 'application/json', ...request.headers, ...credentials };
  return request.body === undefined
    ? { method: request.method, url, headers }
    : {
        method: request.method,
        url,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(request.body),
      };
}
