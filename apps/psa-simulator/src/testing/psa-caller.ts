import type { PsaSimulator } from '../simulator-handle.js';

export interface HaloResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined where it is no JSON. */
  readonly body: unknown;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export async function send(url: string, init: RequestInit = {}): Promise<HaloResponse> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

/** Asks the token service, with the right credentials unless other fields are given. */
export function askForToken(psa: PsaSimulator, fields: Record<string, string> = {}): Promise<HaloResponse> {
  const form = {
    grant_type: 'client_credentials',
    client_id: psa.clientId,
    client_secret: psa.clientSecret,
    scope: 'all',
    ...fields,
  };
  const sent = Object.entries(form).filter(([, value]) => value !== '');
  return send(`${psa.url}/auth/token`, { method: 'POST', body: new URLSearchParams(sent) });
}

export type Call = (method: string, path: string, body?: unknown) => Promise<HaloResponse>;

/** Calls `/api` of the simulator with a token of its own. */
export async function psaCaller(psa: PsaSimulator): Promise<Call> {
  const response = await askForToken(psa);
  const { access_token: token } = response.body as { access_token: string };
  return (method, path, body) =>
    send(`${psa.url}/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

/** Calls the simulator's own switches under `/simulator`. */
export function switchCaller(psa: PsaSimulator): Call {
  return (method, path, body) =>
    send(`${psa.url}/simulator${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}
