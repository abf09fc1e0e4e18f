import {
  type PsaCallContext,
  type PsaPage,
  PsaRefusedError,
  PsaUncertainError,
  type WriteResult,
} from '@leadbridge/usecases';

import type { ArrayLimits } from './array-limits.js';
import { type CreateTarget, createMany } from './create-many.js';
import type { PsaCaller } from './psa-caller.js';
import type { PsaDialect, PsaListing } from './psa-dialect.js';
import type { PsaRequest } from './psa-requests.js';
import { readAll, readPages } from './read-pages.js';
import type { RowReader } from './read-entities.js';

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
  /** Creates objects in as few requests as the PSA allows: one result for each, in their order. */
  createEach(target: CreateTarget, items: readonly object[]): Promise<readonly WriteResult[]>;
}

export function createPsaIo(
  caller: PsaCaller,
  limits: ArrayLimits,
  dialect: PsaDialect,
  context: PsaCallContext,
): PsaIo {
  return {
    async read(request) {
      const answer = await caller.read(request, context);
      switch (answer.kind) {
        case 'answered':
          return answer.json;
        case 'absent':
          return null;
        case 'refused':
          throw new PsaRefusedError(answer.message, answer.status);
      }
    },

    async write(request) {
      const answer = await caller.write(request, context);
      switch (answer.kind) {
        case 'answered':
          return answer.json;
        case 'uncertain':
          throw new PsaUncertainError(answer.message);
        default:
          throw new PsaRefusedError(answer.message, answer.status);
      }
    },

    async all(listing, read) {
      const rows = await readAll(caller, dialect.paging, listing, context);
      return rows.map(read).filter((row) => row !== null);
    },

    async *pages(listing, read) {
      const pages = readPages(caller, dialect.paging, listing, context);
      for await (const { rows, total, isSteady } of pages) {
        const items = rows.map(read).filter((row) => row !== null);
        yield { items, rowCount: rows.length, total, isSteady };
      }
    },

    createEach: async (target, items) => createMany(caller, limits, dialect.creation, target, items, context),
  };
}
