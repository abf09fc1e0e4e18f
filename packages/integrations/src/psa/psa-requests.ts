import type { HttpRequest } from '../http/http-client.js';
import type { PsaClientSettings } from './psa-settings.js';

/** One request to the PSA's API. `path` may hold identifiers; `pattern` is the same without them. */
export interface PsaRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly pattern: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

/** The PSA's address, where that of its API is given instead. */
function addressOf(psaUrl: string): string {
  return psaUrl.replace(/\/+$/, '').replace(/\/api$/i, '');
}

/** The token service's client credentials grant (RFC 6749, section 4.4). */
export function tokenRequest(settings: PsaClientSettings): HttpRequest {
  const url = new URL(`${addressOf(settings.url)}/auth/token`);
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

/** A request to the API with its token. */
export function apiRequest(psaUrl: string, request: PsaRequest, token: string): HttpRequest {
  const url = new URL(`${addressOf(psaUrl)}/api${request.path}`);
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) {
      url.searchParams.set(name, String(value));
    }
  }
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  return request.body === undefined
    ? { method: request.method, url, headers }
    : {
        method: request.method,
        url,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(request.body),
      };
}
