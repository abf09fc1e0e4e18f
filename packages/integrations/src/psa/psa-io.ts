import { type PsaCallContext, PsaRefusedError, PsaUncertainError } from '@leadbridge/usecases';

import type { ArrayLimits } from './array-limits.js';
import { createMany } from './create-many.js';
import type { PsaCaller } from './psa-caller.js';
import type { PsaDialect, PsaIo } from './psa-dialect.js';
import { markOf, readAll, readPage, readPages } from './read-pages.js';
import { recordWrites } from './record-writes.js';

export function createPsaIo(
  caller: PsaCaller,
  limits: ArrayLimits,
  dialect: PsaDialect,
  context: PsaCallContext,
): PsaIo {
  const io: PsaIo = {
    async read(request) {
      const response = await caller.read(request, context);
      switch (response.kind) {
        case 'succeeded':
          return response.json;
        case 'absent':
          return null;
        case 'refused':
          throw new PsaRefusedError(response.message, response.status);
      }
    },

    async write(request) {
      const response = await caller.write(request, context);
      switch (response.kind) {
        case 'succeeded':
          return response.json;
        case 'uncertain':
          throw new PsaUncertainError(response.message);
        default:
          throw new PsaRefusedError(response.message, response.status);
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

    async page(listing, read, number) {
      const request = dialect.paging.request(listing, number, null);
      if (request === null) {
        return { items: [], rowCount: 0, total: null, mark: '' };
      }
      const { rows, total } = await readPage(caller, request, listing.key, context);
      const items = rows.map(read).filter((row) => row !== null);
      return { items, rowCount: rows.length, total, mark: markOf(rows) };
    },

    createEach: async (target, items) => createMany(caller, limits, dialect.creation, target, items, context),
  };
  return context.recorder === undefined ? io : recordWrites(io, limits, context.recorder);
}
