import type { AlternativesSchema, ObjectSchema, Schema } from 'joi';

import type { Permission } from './permissions.js';

export const routeTags = [
  'Health',
  'Import',
  'Jobs',
  'Leads',
  'Prospects',
  'Opportunities',
  'Calls',
  'Webhooks',
  'Suppressions',
  'Erasure',
  'PSA',
  'Mirror',
  'Reconciliation',
  'Configuration',
  'Analytics',
  'Errors',
  'Access',
  'Documents',
] as const;
export type RouteTag = (typeof routeTags)[number];

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** One answer of a route: the body's schema, and the forms other than JSON in which it can be asked for. */
export interface AnswerContract {
  readonly description: string;
  /** Null where the answer has no body. */
  readonly schema: Schema | null;
  /** Media types beside (or, with `schema: null`, instead of) `application/json`. */
  readonly mediaTypes?: readonly string[];
}

/**
 * The limits that a route stands under beside the hourly one (specification, "Limits"); `notification` stands in the place of the hourly
 * one and of the one per minute, for those who may call the route. `stream` is for responses that stay open, of which a credential has only so
 * many at the same time.
 */
export type RouteLimit = 'sync' | 'bulk' | 'sign_in' | 'notification' | 'stream';

/**
 * All that is public about an endpoint. The documents of the API, the permission table and the running router are made from
 * the same values, so that they cannot drift apart.
 */
export interface RouteContract<Params = unknown, Query = unknown, Body = unknown> {
  readonly method: HttpMethod;
  /** Relative to `/api/v1`, with `:name` parameters. */
  readonly path: string;
  /** `none` is for the health checks, the sign-in and what proves itself by a signature; `session` is for whoever is signed in, and for nobody else. */
  readonly permission: Permission | 'none' | 'session';
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly RouteTag[];
  readonly request: {
    readonly params?: ObjectSchema<Params>;
    readonly query?: ObjectSchema<Query>;
    readonly body?: ObjectSchema<Body> | AlternativesSchema<Body>;
  };
  /** The successful answers by status. Errors that every route has are not repeated here. */
  readonly answers: Readonly<Record<number, AnswerContract>>;
  /** Errors that only this route has, beside the ones of `commonErrorStatuses`. */
  readonly errors?: readonly number[];
  readonly limits?: readonly RouteLimit[];
  /** True where `Idempotency-Key` makes a repeat safe. */
  readonly idempotent?: boolean;
  /** True where the work is a job, so that `Prefer` (RFC 7240) decides how long the request waits. */
  readonly startsJob?: boolean;
  /** True where answers have an `ETag`, and a change may say with `If-Match` which version it is of. */
  readonly versioned?: true;
  /** True where a valid `X-Webhook-Signature` over the raw body stands in for the credential. */
  readonly signed?: true;
  /** True where the body may be a table of leads too (`text/csv`), of as many rows as `maxList` allows. */
  readonly csvBody?: true;
  /** `bulk` allows 10 MiB, else 1 MiB. */
  readonly bodySize?: 'bulk';
  /** The list that the body is (`body`), or that it holds: with more items it is too large, and answered with 413. */
  readonly maxList?: { readonly field: string; readonly items: number };
  /** True for a path that the origin's root answers too, beside `/api/v1`. */
  readonly atOrigin?: boolean;
}

/** The largest bodies, in bytes (decisions: "Size of a bulk import"). */
export const bodyLimits = { single: 1024 * 1024, bulk: 10 * 1024 * 1024 } as const;

/** The error statuses that a route answers with because of what it declares; its own `errors` come on top. */
export function commonErrorStatuses(route: RouteContract): readonly number[] {
  const { params, query, body } = route.request;
  const statuses = new Set<number>([500, ...(route.errors ?? [])]);
  if (params !== undefined || query !== undefined || body !== undefined || route.idempotent === true) {
    statuses.add(400);
  }
  if (body !== undefined) {
    statuses.add(413).add(415);
  }
  if (route.permission !== 'none') {
    // 502: the issuer of access tokens cannot be reached.
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
