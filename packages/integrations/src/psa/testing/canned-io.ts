import { PsaUnavailableError } from '@leadbridge/usecases';

import type { PsaIo } from '../psa-dialect.js';
import type { PsaRequest } from '../psa-requests.js';
import { readRows } from '../read-rows.js';
import { readSingleResult } from '../read-write-results.js';

/** The response for each path; an error is thrown. */
export type CannedResponses = Readonly<Record<string, unknown>>;

export interface CannedIo {
  readonly io: PsaIo;
  /** All writes, as they were sent. */
  readonly written: readonly PsaRequest[];
  /** The paths of all reads. */
  readonly read: readonly string[];
  /** Changes the responses from now on. */
  respondWith(responses: CannedResponses): void;
}

/** A PSA that returns what a test wants for each path, and creates whatever it receives. */
export function cannedIo(first: CannedResponses): CannedIo {
  let responses = first;
  const written: PsaRequest[] = [];
  const paths: string[] = [];
  const responseTo = (path: string): unknown => {
    paths.push(path);
    const response = responses[path] ?? null;
    if (response instanceof Error) {
      throw response;
    }
    return response;
  };
  const rowsOf = (path: string, key: string) => {
    const found = readRows(responseTo(path), key);
    if (found === null) {
      throw new PsaUnavailableError(`The PSA responded to ${path} with something that is not a list`);
    }
    return found.rows;
  };
  const io: PsaIo = {
    read: async ({ path }) => Promise.resolve().then(() => responseTo(path)),
    write: async (request) => {
      written.push(request);
      return Promise.resolve(null);
    },
    all: async ({ path, key }, read) =>
      Promise.resolve().then(() =>
        rowsOf(path, key)
          .map(read)
          .filter((row) => row !== null),
      ),
    async *pages({ path, key }, read) {
      const rows = await Promise.resolve(rowsOf(path, key));
      const items = rows.map(read).filter((row) => row !== null);
      yield { items, rowCount: rows.length, total: null, isSteady: true };
    },
    page: async ({ path, key }, read) =>
      Promise.resolve().then(() => {
        const rows = rowsOf(path, key);
        const items = rows.map(read).filter((row) => row !== null);
        return { items, rowCount: rows.length, total: null, mark: '' };
      }),
    createEach: async (target, items) => {
      items.forEach((body) => written.push({ ...target, method: 'POST', body: [body] }));
      return Promise.resolve(items.map((_item, index) => readSingleResult({ id: index + 1 }, target)));
    },
  };
  return {
    io,
    written,
    read: paths,
    respondWith: (changes) => {
      responses = { ...responses, ...changes };
    },
  };
}
