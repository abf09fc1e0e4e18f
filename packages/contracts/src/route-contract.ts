import type { AlternativesSchema, ObjectSchema, Schema } from 'joi';

import type { Permission } from './permissions.js';

/** The sections of the API's documents, in their order. */
export const routeTags = {
  Health: 'For load balancers and people: whether the service and what it needs are there.',
  Import: 'Leads in, one at a time or many.',
  Jobs: 'The work behind requests: progress, results, cancelling.',
  Leads: 'Leads and their states.',
  Prospects: 'Conversion and qualification.',
  Opportunities: 'Promotion, progress and the end of a deal.',
  Calls: 'Records of calls, which the PSA has as Actions.',
  Webhooks: 'Events out, and change notifications of the PSA in.',
  Suppressions: 'People who must not be contacted, and whether their provider knows.',
  Erasure: 'Everything that is held of a person, erased.',
  PSA: 'The connection to the PSA, its setup, and the budget of requests to it.',
  Mirror: 'The copy of the PSA’s leads, contacts and clients by which bulk imports are decided.',
  Reconciliation: 'Differences between the PSA and our records, and their remedies.',
  'Company matching': 'Companies whose client neither their name nor their domain decides on.',
  Configuration: 'What can be changed while the service runs.',
  Analytics: 'Figures from recorded facts.',
  Errors: 'What an operator must know.',
  Access: 'Keys, people, sessions and the audit log.',
  MCP: 'For assistants: tools that read, plan and, where the operator permits it, write.',
  Documents: 'The description of this API.',
} as const;
export type RouteTag = keyof typeof routeTags;

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** One response of a route: the body's schema, and its formats other than JSON. */
export interface ResponseContract {
  readonly description: string;
  /** Null if the response has no body. */
  readonly schema: Schema | null;
  /** Media types in addition to `application/json`, or instead of it with `schema: null`. */
  readonly mediaTypes?: readonly string[];
}

/**
 * The limits of a route in addition to the hourly one (specification, "Limits"). `notification` replaces the
 * hourly and the per-minute limit for callers with permission for the route. `stream` is for responses that
 * stay open, of which a credential can have only a limited number at the same time. `oidc` replaces the hourly
 * limit too: a whole office may sign in from one address.
 */
export type RouteLimit = 'sync' | 'bulk' | 'sign_in' | 'oidc' | 'notification' | 'stream';

/** The API documents, the permission table and the router are built from these values, so they agree. */
export interface RouteContract<Params = unknown, Query = unknown, Body = unknown> {
  readonly method: HttpMethod;
  /** Relative to `/api/v1`, with `:name` parameters. */
  readonly path: string;
  /** `none`: health checks, the sign-in, signed requests. `session`: only signed-in users. */
  readonly permission: Permission | 'none' | 'session';
  readonly summary: string;
  readonly description?: string;
  readonly request: {
    readonly params?: ObjectSchema<Params>;
    readonly query?: ObjectSchema<Query>;
    readonly body?: ObjectSchema<Body> | AlternativesSchema<Body>;
  };
  /** The successful responses by status. Errors of every route are not repeated here. */
  readonly responses: Readonly<Record<number, ResponseContract>>;
  /** Errors of this route in addition to those of `commonErrorStatuses`; by default 404 if its path names something. */
  readonly errors?: readonly number[];
  readonly limits?: readonly RouteLimit[];
  /** True if `Idempotency-Key` makes a retry safe. */
  readonly idempotent?: boolean;
  /** True if the work is a job, so that `Prefer` (RFC 7240) determines how long the request waits. */
  readonly startsJob?: boolean;
  /** True if responses have an `ETag`, and a change may name its version with `If-Match`. */
  readonly versioned?: true;
  /** True if a valid `X-Webhook-Signature` over the raw body replaces the credential. */
  readonly signed?: true;
  /** True if the body may also be a table (`text/csv`), with at most `maxList` rows. */
  readonly csvBody?: true;
  /**
   * `bulk` allows 10 MiB, otherwise 1 MiB. `list` allows 32 MiB, of which the items of `maxList` are read from
   * the bytes again while they are stored.
   */
  readonly bodySize?: 'bulk' | 'list';
  /** The list that is the body (`body`) or a part of it: with more items the response is 413. */
  readonly maxList?: { readonly field: string; readonly items: number };
  /** True for a path that is also available at the root, not only under `/api/v1`. */
  readonly atOrigin?: boolean;
}

/** An endpoint in the API's documents, with the section that it is in. */
export interface DocumentedRoute extends RouteContract {
  readonly tag: RouteTag;
}

/** The largest bodies, in bytes (decisions: "Size of a bulk import"). */
export const bodyLimits = {
  single: 1024 * 1024,
  bulk: 10 * 1024 * 1024,
  list: 32 * 1024 * 1024,
} as const;

/** The error statuses that a route's declaration implies, without its own `errors`. */
export function commonErrorStatuses(route: RouteContract): readonly number[] {
  const { params, query, body } = route.request;
  const { errors = params === undefined ? [] : [404] } = route;
  const statuses = new Set<number>([500, ...errors]);
  if (params !== undefined || query !== undefined || body !== undefined || route.idempotent === true) {
    statuses.add(400);
  }
  if (body !== undefined) {
    statuses.add(413).add(415);
  }
  if (route.permission !== 'none') {
    // 502: the issuer of access tokens is unreachable.
    statuses.add(401).add(403).add(502);
  }
  if (route.permission !== 'none' || route.limits !== undefined) {
    statuses.add(429);
  }
  if (route.idempotent === true) {
    statuses.add(409);
  }
  if (route.startsJob === true) {
    statuses.add(502);
  }
  return [...statuses].sort((left, right) => left - right);
}
