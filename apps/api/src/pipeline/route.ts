import type { IncomingHttpHeaders } from 'node:http';

import type { DocumentedRoute, JobType, RouteContract } from '@leadbridge/contracts';
import type { JobRecord } from '@leadbridge/usecases';

import type { BodyList } from './body/index.js';
import type { Credential } from './authentication/index.js';
import type { ApiServices } from '../services.js';
import type { RouteResponse } from '../http/route-response.js';
import type { Preference } from '../http/preference.js';

/** The input of a handler: the validated request, and the services of the process. */
export interface RouteRequest<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The body's bytes (after decompression), for signatures. */
  readonly rawBody: Buffer;
  /** The long list of a body of the size `list`, for which `body` has one item; null for every other body. */
  readonly list: BodyList | null;
  /** The query as it was sent, with its question mark; empty without one. */
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
  /** The caller; null only if the route's permission is `none`. */
  readonly credential: Credential | null;
  /** The caller at this moment, for a response that stays open; null if the caller no longer has access. */
  readonly callerNow: () => Promise<Credential | null>;
  readonly requestId: string;
  /** The caller's address, as far as `TRUST_PROXY` allows it to be known. */
  readonly address: string;
  /** Whether the request came over https, as far as `TRUST_PROXY` allows it to be known. */
  readonly secure: boolean;
  readonly preference: Preference;
  /** The id for the job that the request may start, assigned before it exists. */
  readonly jobId: string;
  /** True if an earlier run with the same `Idempotency-Key` crashed, and may have started the job. */
  readonly resumed: boolean;
  /** Calls another endpoint within the process, as the caller of this request. */
  readonly callApi: (request: Request) => Promise<Response>;
  /** Counts the request against the limit of accepted bulk imports; throws RATE_LIMIT_EXCEEDED beyond it. */
  readonly admit: () => Promise<void>;
  readonly services: ApiServices;
}

/** Builds the endpoint's response from a finished job that did not fail. */
export type JobPresenter<T extends JobType = JobType> = (
  record: JobRecord<T>,
  services: ApiServices,
) => RouteResponse | Promise<RouteResponse>;

export interface SignatureRequest {
  readonly rawBody: Buffer;
  readonly headers: IncomingHttpHeaders;
  /** Unmodified; it has passed the route's schema. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly services: ApiServices;
}

/** The tools of the MCP server that plan or write. */
type McpTool = 'plan_import' | 'plan_undo' | 'commit_plan' | 'suppress_person';

/**
 * What an endpoint declares beside its address: its input, its responses, its permission, and its work. What takes the request is declared
 * as methods, which TypeScript compares less strictly: the schemas of the route are applied before any of them is called.
 */
export interface RouteDefinition<Params = unknown, Query = unknown, Body = unknown> extends Omit<
  RouteContract<Params, Query, Body>,
  'method' | 'path' | 'request'
> {
  readonly request?: RouteContract<Params, Query, Body>['request'];
  handler(request: RouteRequest<Params, Query, Body>): RouteResponse | Promise<RouteResponse>;
  /** Only for a `signed` route: runs before the body is parsed, throws AUTHENTICATION_ERROR. */
  readonly checkSignature?: (request: SignatureRequest) => void | Promise<void>;
  /**
   * Only for a `signed` route: whether the agreed credential identifies the caller as the sender that would
   * otherwise sign. False for another credential, null if none was agreed on or none is sent.
   */
  readonly checkSender?: (request: SenderRequest) => boolean | null;
  /** Additional text for a caller without a valid credential; null for none. */
  readonly explainRefusal?: (request: SenderRequest) => string | null;
  /**
   * Adds settings of the query to the body, before its schema is applied.
   *
   * @param sender with the result of `checkSender`; false if it was not called
   */
  completeBody?(query: Query, body: unknown, sender: BodySender): unknown;
  /**
   * Whether a request writes nothing, by its query and body: a dry run. Decides what keys that may only propose can do; a GET never
   * writes, and a route without this always does.
   */
  writesNothing?(request: Pick<RouteRequest<Params, Query, Body>, 'query' | 'body'>): boolean;
  /** The tool of the MCP server that makes this request, if its calls are audited. */
  readonly mcpTool?: McpTool;
}

/** What is known of a caller when the body is completed. */
interface BodySender extends Pick<SignatureRequest, 'services'> {
  readonly isSender: boolean;
}

/** What is known of a caller before the request is read. */
export type SenderRequest = Pick<SignatureRequest, 'headers' | 'services'>;

export interface Route extends RouteDefinition, Pick<RouteContract, 'method' | 'path'> {
  readonly request: RouteContract['request'];
  /** Only for a route that starts a job. */
  readonly present?: JobPresenter;
}

/** A route in the table of all. */
export type TableRoute = Route & DocumentedRoute;

/** The types of `params`, `query` and `body` come from the schemas. */
type Define = <Params = unknown, Query = unknown, Body = unknown>(
  path: string,
  definition: RouteDefinition<Params, Query, Body>,
) => Route;

function defining(method: Route['method']): Define {
  return (path, definition) => ({ request: {}, ...definition, method, path });
}

/** Declares an endpoint: `route.get('/leads', {…})`. */
export const route = {
  get: defining('get'),
  post: defining('post'),
  put: defining('put'),
  patch: defining('patch'),
  delete: defining('delete'),
};
