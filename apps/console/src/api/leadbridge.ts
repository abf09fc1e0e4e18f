import { createLeadbridge, LeadbridgeError } from '@leadbridge/client';

import { setReachable } from './reachable.js';

/** Of a proxy in front of an unavailable service. */
const proxyFailures: ReadonlySet<number> = new Set([502, 504]);

/** The service that serves this page, called as the person who is signed in: the browser sends the session's cookie along. */
export const leadbridge = createLeadbridge({
  url: location.origin,
  // A user is watching: what takes longer is shown, and retried by the user.
  maxWaitSeconds: 10,
  fetch: async (request) => {
    const response = await fetch(request);
    setReachable(!proxyFailures.has(response.status));
    return response;
  },
  onWait: ({ error }) => {
    setReachable(error.code !== 'NETWORK_ERROR');
  },
});

export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SendOptions {
  readonly query?: QueryValues;
  /** Sent as JSON; a text is sent as it stands. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Makes a repetition of the same request harmless; a new one for every new intention. */
  readonly idempotencyKey?: string;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Call = (path: never, init: never) => Promise<{ readonly data: unknown }>;

/**
 * One request to an address that screens compose; `T` is the contract of the response.
 *
 * @param path below `/api/v1`
 * @throws LeadbridgeError for every refusal, and without a response
 */
export async function send<T>(method: Method, path: string, options: SendOptions = {}): Promise<T> {
  const { query = {}, headers, idempotencyKey, ...rest } = options;
  const call: Call = leadbridge[method];
  const { data } = await call(
    path as never,
    {
      ...rest,
      headers,
      params: {
        query: withoutEmpty(query),
        header: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
      },
    } as never,
  );
  return data as T;
}

/** The address of an endpoint with its query, for links; what is undefined or empty is left out. */
export function addressOf(path: string, query: QueryValues = {}): string {
  const search = new URLSearchParams(
    Object.entries(withoutEmpty(query)).map(([key, value]) => [key, String(value)]),
  ).toString();
  return `/api/v1${path}${search === '' ? '' : `?${search}`}`;
}

/** Whether no response arrived. */
export function isAway(error: Error): boolean {
  return error instanceof LeadbridgeError && error.code === 'NETWORK_ERROR';
}

function withoutEmpty(query: QueryValues): QueryValues {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''));
}
