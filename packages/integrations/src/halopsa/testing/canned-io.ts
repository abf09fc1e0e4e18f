import { PsaRefusedError } from '@leadbridge/usecases';

import type { PsaIo } from '../../psa/psa-dialect.js';
import type { PsaRequest } from '../../psa/psa-requests.js';
import { readRows } from '../../psa/read-rows.js';
import { readSingleResult } from '../../psa/read-write-results.js';

/** What a path answers; a `PsaRefusedError` is thrown. */
export type CannedAnswers = Readonly<Record<string, unknown>>;

export interface CannedIo {
  readonly io: PsaIo;
  /** All writes, as they were sent. */
  readonly written: readonly PsaRequest[];
  /** Changes what is answered from now on. */
  answer(answers: CannedAnswers): void;
}

/** What an administrator of a HaloPSA has set up for us; fields are numbered from 201. */
export const preparedHalo: CannedAnswers = {
  '/AuthInfo': { auth_url: 'https://acme.halopsa.test/auth', version: '2.250.1' },
  '/Agent/me': { id: 7, name: 'Leadbridge' },
  '/TicketType': [
    { id: 1, name: 'Incident' },
    { id: 31, name: 'Lead' },
    { id: 32, name: 'Prospect' },
    { id: 33, name: 'Opportunity' },
  ],
  '/Status': [
    { id: 1, name: 'New' },
    { id: 61, name: 'New Lead' },
    { id: 62, name: 'Researching' },
    { id: 63, name: 'Do Not Contact' },
  ],
  '/FieldInfo': [
    {
      id: 201,
      name: 'CFLeadSource',
      label: 'Lead Source',
      type: 2,
      values: [{ id: 1, name: 'Provider A' }],
    },
    { id: 202, name: 'CFServicesOffered', label: 'Services Offered', type: 1 },
    { id: 205, name: 'CFDoNotContact', label: 'Do Not Contact', type: 6 },
    { id: 212, name: 'CFFounded', label: 'Company Founded Year', type: 0, inputtype: 1 },
  ],
  '/Outcome': [{ id: 4, outcome: 'Internal Note' }],
  '/Tickets': { record_count: 0, tickets: [] },
};

/** A PSA that answers each path with what a test wants, and creates whatever it is sent. */
export function cannedIo(first: CannedAnswers): CannedIo {
  let answers = first;
  const written: PsaRequest[] = [];
  const answerTo = (path: string): unknown => {
    const answer = answers[path] ?? null;
    if (answer instanceof PsaRefusedError) {
      throw answer;
    }
    return answer;
  };
  const rowsOf = (path: string, key: string) => readRows(answerTo(path), key)?.rows ?? [];
  const io: PsaIo = {
    read: async ({ path }) => Promise.resolve().then(() => answerTo(path)),
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
    answer: (changes) => {
      answers = { ...answers, ...changes };
    },
  };
}
