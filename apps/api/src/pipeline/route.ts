import type { IncomingHttpHeaders } from 'node:http';

import type { JobType, RouteContract } from '@leadbridge/contracts';
import type { JobRecord } from '@leadbridge/usecases';

import type { Credential } from './authentication/index.js';
import type { ApiServices } from '../services.js';
import type { Answer } from '../http/answer.js';
import type { Preference } from '../http/preference.js';

/** What a handler is given: the request, validated, and the services of the process. */
export interface RouteRequest<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The body's bytes (after decompression), for signatures. */
  readonly rawBody: Buffer;
  readonly headers: IncomingHttpHeaders;
  /** Who asks; null only where the route's permission is `none`. */
  readonly credential: Credential | null;
  /** Who asks now, in a response that stays open; null where that is nobody any more who may. */
  readonly callerNow: () => Promise<Credential | null>;
  readonly requestId: string;
  /** The caller's address, as far as `TRUST_PROXY` lets it be known. */
  readonly address: string;
  /** Whether the request came over https, as far as `TRUST_PROXY` lets it be known. */
  readonly secure: boolean;
  readonly preference: Preference;
  /** The job that the request may start, named before it exists. */
  readonly jobId: string;
  /** True where an earlier run of this very request (same `Idempotency-Key`) crashed, and may have started the job. */
  readonly resumed: boolean;
  /** Counts the request against the limit of accepted bulk imports; throws RATE_LIMIT_EXCEEDED beyond it. */
  readonly admit: () => Promise<void>;
  readonly services: ApiServices;
}

/** Turns a finished job that did not fail into the endpoint's answer. */
export type JobPresenter<T extends JobType = JobType> = (
  record: JobRecord<T>,
  services: ApiServices,
) => Answer | Promise<Answer>;

/** The signature of a request, with the bytes that it is about. */
export interface SignatureRequest {
  readonly rawBody: Buffer;
  readonly headers: IncomingHttpHeaders;
  /** As it was sent; it has passed the route's schema. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly services: ApiServices;
}

export interface RouteDefinition<Params, Query, Body> extends RouteContract<Params, Query, Body> {
  /** For a route that is `signed`: runs before the body is parsed, throws AUTHENTICATION_ERROR. */
  readonly checkSignature?: (request: SignatureRequest) => void | Promise<void>;
  /**
   * For a route that is `signed`: whether the caller is who would else sign, by the credential that was agreed on. False for another
   * credential, null where none was agreed on or none is sent.
   */
  readonly checkSender?: (request: SenderRequest) => boolean | null;
  /** What a caller without a valid credential is told beside; null for nothing. */
  readonly explainRefusal?: (request: SenderRequest) => string | null;
  /**
   * Puts what the query says into the body, before its schema is applied.
   *
   * @param isSender what `checkSender` has said; false where it was not asked
   */
  readonly completeBody?: (query: Query, body: unknown, isSender: boolean) => unknown;
  readonly handler: (request: RouteRequest<Params, Query, Body>) => Answer | Promise<Answer>;
}

/** What a caller shows before anything of the request is read. */
export type SenderRequest = Pick<SignatureRequest, 'headers' | 'services'>;

/** A route of the table, with the types of its request closed over. */
export interface Route extends RouteContract {
  readonly handler: (request: RouteRequest) => Answer | Promise<Answer>;
  readonly checkSignature?: (request: SignatureRequest) => void | Promise<void>;
  readonly checkSender?: (request: SenderRequest) => boolean | null;
  readonly explainRefusal?: (request: SenderRequest) => string | null;
  readonly completeBody?: (query: unknown, body: unknown, isSender: boolean) => unknown;
  /** For a route that starts a job. */
  readonly present?: JobPresenter;
}

/**
 * Declares an endpoint: what it takes, what it answers, who may call it, and what it does. The types of `params`, `query` and `body`
 * come from the schemas, which have been applied when the handler runs.
 */
export function defineRoute<Params = unknown, Query = unknown, Body = unknown>(
  definition: RouteDefinition<Params, Query, Body>,
): Route {
  const { handler, completeBody, ...contract } = definition;
  return {
    ...contract,
    ...(completeBody === undefined
      ? {}
      : {
          completeBody: (query: unknown, body: unknown, isSender: boolean) =>
            completeBody(query as Query, body, isSender),
        }),
    handler: (request) => handler(request as RouteRequest<Params, Query, Body>),
  };
}
