import createClient from 'openapi-fetch';

import { throwingMethods, type ApiMethods } from './api-methods.js';
import type { paths } from './generated/schema.js';
import { importLead, type ImportLead } from './import-lead.js';
import { importMany, type ImportMany } from './import-many.js';
import { createStreamTransport, createTransport, type RetryWait } from './transport.js';
import { userAgentHeader } from './user-agent.js';
import { watchJob, type WatchJob } from './watch-job.js';

interface CommonSettings {
  /** The origin of the service, such as `https://leads.example.com`. */
  readonly url: string;
  /** In the place of the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Names the program in the logs of the service: `leadbridge-client/<version>` where it is left out. Browsers name themselves. */
  readonly userAgent?: string | undefined;
  /** A response that asks for a longer pause than this is an error at once. 60 where it is left out. */
  readonly maxWaitSeconds?: number | undefined;
  /** Is told of every pause before a request is repeated; what it throws ends the request. */
  readonly onWait?: ((wait: RetryWait) => void | Promise<void>) | undefined;
}

/** With neither of the credentials a page of the service's own origin calls it as the person who is signed in, by the session's cookie. */
export type LeadbridgeSettings = CommonSettings &
  (
    | { readonly apiKey: string; readonly accessToken?: never }
    | { readonly accessToken: string; readonly apiKey?: never }
    | { readonly apiKey?: never; readonly accessToken?: never }
  );

/** A client of the service: every endpoint by its path, and what takes more than one call. */
export interface Leadbridge extends ApiMethods {
  readonly leads: {
    readonly import: ImportLead;
    readonly importMany: ImportMany;
  };
  readonly jobs: {
    readonly watch: WatchJob;
  };
}

/**
 * A client of the service at `url`. What is refused with 429 or 503 is repeated when the service says, and what nobody answered where a
 * repetition cannot do anything twice (GET, PUT, DELETE, and whatever carries an `Idempotency-Key`); at most three times.
 *
 * @throws TypeError for a `url` that is none
 */
export function createLeadbridge(settings: LeadbridgeSettings): Leadbridge {
  const { url, apiKey, accessToken, userAgent, fetch = globalFetch, maxWaitSeconds = 60, onWait } = settings;
  const baseUrl = `${new URL(url).origin}/api/v1`;
  const token = apiKey ?? accessToken;
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...userAgentHeader(userAgent),
  };
  const transport = { fetch, maxWaitSeconds, onWait };
  const api = throwingMethods(
    createClient<paths>({
      baseUrl,
      headers,
      // A credential is not carried to wherever a response points.
      redirect: 'manual',
      // Text is sent as it stands: CSV, and JSON that was made already.
      bodySerializer: (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body)),
      fetch: createTransport(transport),
    }),
  );
  const watch = watchJob({
    open: createStreamTransport(transport),
    requestOf: (jobId, init) =>
      new Request(`${baseUrl}/jobs/${encodeURIComponent(jobId)}/events`, {
        ...init,
        headers: { ...headers, ...init.headers },
        redirect: 'manual',
      }),
  });
  const bulkTransport = (longestWaitSeconds: number) =>
    createTransport({ ...transport, maxWaitSeconds: longestWaitSeconds });
  return {
    ...api,
    leads: { import: importLead({ api, watch }), importMany: importMany({ api, watch, bulkTransport }) },
    jobs: { watch },
  };
}

/** Looked up at each call, as tests and instrumentation replace it. */
async function globalFetch(request: Request): Promise<Response> {
  return await globalThis.fetch(request);
}
