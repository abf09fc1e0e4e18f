import type { PsaListPage, PsaPage, PsaSession, WriteResult } from '@leadbridge/usecases';

import type { HttpRequest } from '../http/http-client.js';
import type { PsaResponseClass, PsaCallIntent } from './classify.js';
import type { PsaRequest } from './psa-requests.js';
import type { RowReader } from './read-entities.js';
import type { ArrayResults, WrittenKind } from './read-write-results.js';

/** A list of the PSA, as it is requested: with a `body` by a dialect that does not use GET. */
export interface PsaListing extends Pick<PsaRequest, 'path' | 'pattern' | 'query' | 'body'> {
  /** The key of the rows in an envelope. */
  readonly key: string;
  /** False for a list that the PSA returns in one response. */
  readonly isPaged?: boolean;
}

export interface PsaPaging {
  readonly pageSize: number;
  /**
   * The request for a page.
   *
   * @param page from 1
   * @param previous the JSON of the page before it; null for the first
   * @returns null if the previous page was the last
   */
  request(listing: PsaListing, page: number, previous: unknown): PsaRequest | null;
}

export interface PsaCreation {
  /** How many objects an endpoint accepts in one request, as far as is known; 1 if it accepts no arrays. */
  maxArrayLength(pattern: string): number;
  /** Called for each array that got a response, with whether it contains the result of each object. */
  arrayEnded?(pattern: string, isTaken: boolean): void;
  readonly arrayQuery: NonNullable<PsaRequest['query']>;
  /** Whether a rejected array may have been applied in part; its results then have to be looked up. */
  readonly refusedArrayMayHaveApplied: boolean;
  /** The body that creates one object. */
  single(item: object): unknown;
  readArray(json: unknown, items: readonly object[], kind: WrittenKind): ArrayResults;
  readSingle(json: unknown, kind: WrittenKind, item: object): WriteResult;
}

/** How calls are authenticated: by a token that is fetched and renewed, or by constant headers. */
export type PsaAuthorisation =
  | {
      readonly kind: 'token';
      /**
       * @param discover makes one request without a token and returns its JSON; null for a refusal and for a
       * response that is not JSON
       */
      tokenRequest(discover: (path: string) => Promise<unknown>): Promise<HttpRequest>;
    }
  | { readonly kind: 'headers'; readonly headers: Readonly<Record<string, string>> };

/** The port of the use cases, without the parts that all dialects share. */
export type PsaOperations = Omit<PsaSession, 'settleMilliseconds' | 'expectCalls'>;

/** Where objects are created, and how the response is read. */
export interface CreateTarget extends WrittenKind {
  readonly path: string;
  readonly pattern: string;
  /** Further values from the response for one object. */
  readonly readMore?: (row: unknown) => Partial<Extract<WriteResult, { readonly ok: true }>>;
  /** What the PSA creates with such an object by itself, numbered by `nextId`; for dry runs. */
  readonly foreseen?: (nextId: () => number) => Partial<Extract<WriteResult, { readonly ok: true }>>;
}

/**
 * The steps that a dialect is composed of. All calls of a piece of work have its priority and its claim; each
 * takes a slot of the budget. All throw `PsaUnavailableError`, `PsaBudgetError`, and `PsaRefusedError` for
 * refused credentials.
 */
export interface PsaIo {
  /** The JSON of one response; null if the requested entity does not exist. @throws PsaRefusedError */
  read(request: PsaRequest): Promise<unknown>;
  /**
   * Sends a write once. @throws PsaRefusedError, PsaUncertainError if it is unknown whether it was applied
   */
  write(request: PsaRequest): Promise<unknown>;
  /** Every row of a list, from all pages; null rows are omitted. */
  all<T>(listing: PsaListing, read: RowReader<T>): Promise<readonly T[]>;
  /** The same, page by page. */
  pages<T>(listing: PsaListing, read: RowReader<T>): AsyncIterable<PsaPage<T>>;
  /** One page by its number, from 1; empty if the dialect does not number its pages. */
  page<T>(listing: PsaListing, read: RowReader<T>, number: number): Promise<PsaListPage<T>>;
  /** Creates objects in as few requests as the PSA allows, with one result for each, in order. */
  createEach(target: CreateTarget, items: readonly object[]): Promise<readonly WriteResult[]>;
}

/** A dialect makes no network calls itself: its `io` handles budget, token, retries and claims. */
export interface PsaDialect {
  readonly name: string;
  readonly authorisation: PsaAuthorisation;
  readonly paging: PsaPaging;
  readonly creation: PsaCreation;
  /** A small read that shows whether the PSA responds. */
  readonly probe: PsaRequest;
  /** The meaning of a response if it differs from its status; null if it does not. */
  classify?(response: PsaDialectResponse, intent: PsaCallIntent): PsaResponseClass | null;
  open(io: PsaIo): PsaOperations;
}

export interface PsaDialectResponse {
  readonly status: number;
  readonly body: string;
}
