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
  /** Replaces the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Names the program in the logs of the service; `leadbridge-client/<version>` by default. Browsers send their own name. */
  readonly userAgent?: string | undefined;
  /** A response that asks for a longer pause fails at once; 60 by default. */
  readonly maxWaitSeconds?: number | undefined;
  /** Called before every pause between retries; if it throws, the request ends with that error. */
  readonly onWait?: ((wait: RetryWait) => void | Promise<void>) | undefined;
}

/** Without a credential, a page of the service's own origin uses the session cookie of the user who is signed in. */
export type LeadbridgeSettings = CommonSettings &
  (
    | { readonly apiKey: string; readonly accessToken?: never }
    | { readonly accessToken: string; readonly apiKey?: never }
    | { readonly apiKey?: never; readonly accessToken?: never }
  );

/** A client of the service: every endpoint by its path, and operations that need several requests. */
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
 * A client of the service at `url`. It retries at most three times: after 429 and 503 with the pause that the service asks for, and
 * requests without a response if that is safe (GET, PUT, DELETE, and requests with an `Idempotency-Key`).
 *
 * @throws TypeError for an invalid `url`
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
      // Redirects are not followed, so that no other host gets the credential.
      redirect: 'manual',
      // Text is sent unchanged: CSV, and JSON that is already serialized.
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
