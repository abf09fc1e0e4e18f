import type { PsaListPage, PsaPage, PsaSession, WriteResult } from '@leadbridge/usecases';

import type { HttpRequest } from '../http/http-client.js';
import type { PsaAnswerClass, PsaCallIntent } from './classify.js';
import type { PsaRequest } from './psa-requests.js';
import type { RowReader } from './read-entities.js';
import type { ArrayResults, WrittenKind } from './read-write-results.js';

/** A list of the PSA, as it is asked for. */
export interface PsaListing {
  readonly path: string;
  readonly pattern: string;
  /** The name of the rows in an envelope. */
  readonly key: string;
  readonly query?: PsaRequest['query'];
  /** Of a dialect that asks with something else than a GET. */
  readonly body?: unknown;
  /** False for a list that the PSA gives whole. */
  readonly isPaged?: boolean;
}

/** How a PSA pages through its lists. */
export interface PsaPaging {
  /** How many rows are asked for at once. */
  readonly pageSize: number;
  /**
   * The request for a page.
   *
   * @param page from 1
   * @param previous the JSON of the page before it; null for the first
   * @returns null where the page before was the last
   */
  request(listing: PsaListing, page: number, previous: unknown): PsaRequest | null;
}

/** How several objects are created in one request. */
export interface PsaCreation {
  /** How many objects an endpoint takes in one request, as far as is known; 1 where it takes no arrays. */
  maxArrayLength(pattern: string): number;
  /** Told of each array whose response came: whether it holds the result of each object. */
  arrayEnded?(pattern: string, isTaken: boolean): void;
  readonly arrayQuery: NonNullable<PsaRequest['query']>;
  /** Whether an array that is refused may have been applied in part: what became of it then has to be looked up. */
  readonly refusedArrayMayHaveApplied: boolean;
  /** The body that creates one object. */
  single(item: object): unknown;
  readArray(json: unknown, items: readonly object[], kind: WrittenKind): ArrayResults;
  readSingle(json: unknown, kind: WrittenKind): WriteResult;
}

/** How calls prove who makes them: by a token that is fetched and renewed, or by headers that stay. */
export type PsaAuthorisation =
  | {
      readonly kind: 'token';
      /**
       * @param discover makes a request without a token, once, and answers its JSON; null for a refusal and for what is no JSON
       */
      tokenRequest(discover: (path: string) => Promise<unknown>): Promise<HttpRequest>;
    }
  | { readonly kind: 'headers'; readonly headers: Readonly<Record<string, string>> };

/** What the port of the use cases does, but for what every dialect has in common. */
export type PsaOperations = Omit<PsaSession, 'settleMilliseconds'>;

/** Where objects are created, and how the answer is read. */
export interface CreateTarget extends WrittenKind {
  readonly path: string;
  readonly pattern: string;
  /** What else the answer to one object tells of it. */
  readonly readMore?: (row: unknown) => Partial<Extract<WriteResult, { readonly ok: true }>>;
  /** What the PSA makes of its own accord with such an object, under numbers that `nextId` gives, where nothing is sent. */
  readonly foreseen?: (nextId: () => number) => Partial<Extract<WriteResult, { readonly ok: true }>>;
}

/**
 * What the steps of a dialect are made of. All calls of a piece of work have its priority and its claim; each takes a slot of the budget.
 * All throw `PsaUnavailableError`, `PsaBudgetError`, and `PsaRefusedError` for refused credentials.
 */
export interface PsaIo {
  /** The JSON of one answer; null where what was asked for is not there. @throws PsaRefusedError */
  read(request: PsaRequest): Promise<unknown>;
  /** Sends a write once. @throws PsaRefusedError, PsaUncertainError where it is unknown whether it was applied */
  write(request: PsaRequest): Promise<unknown>;
  /** Every row of a list, all pages; null rows are left out. */
  all<T>(listing: PsaListing, read: RowReader<T>): Promise<readonly T[]>;
  /** Page by page. */
  pages<T>(listing: PsaListing, read: RowReader<T>): AsyncIterable<PsaPage<T>>;
  /** One page by its number, from 1; an empty one where the dialect does not number its pages. */
  page<T>(listing: PsaListing, read: RowReader<T>, number: number): Promise<PsaListPage<T>>;
  /** Creates objects in as few requests as the PSA allows: one result for each, in their order. */
  createEach(target: CreateTarget, items: readonly object[]): Promise<readonly WriteResult[]>;
}

/**
 * One PSA's language. Its operations are steps over an `io`, which has the budget, the token, the repeats and the claims; nothing here
 * reaches the network by itself.
 */
export interface PsaDialect {
  readonly name: string;
  readonly authorisation: PsaAuthorisation;
  readonly paging: PsaPaging;
  readonly creation: PsaCreation;
  /** A small read, by which it shows whether the PSA answers. */
  readonly probe: PsaRequest;
  /** What an answer means where it is not what its status says; null where it is. */
  classify?(answer: PsaDialectAnswer, intent: PsaCallIntent): PsaAnswerClass | null;
  open(io: PsaIo): PsaOperations;
}

export interface PsaDialectAnswer {
  readonly status: number;
  readonly body: string;
}
