import type { Erasure, ErasureReader, ErasureStore, OpenRow } from '../ports/erasure.js';
import type { Suppression } from '../ports/suppression.js';
import { erasedRow } from '../work/erased-row.js';
import type { ErasureDependencies } from './erasure-dependencies.js';

const nothing = async (): Promise<void> => Promise.resolve();

/**
 * Dependencies with which an erasure goes through everything and writes nothing but the end of its own job: each
 * method that is not one of `ErasureReader` is replaced. Claims are read but not taken, and what an erasure would wait
 * for counts as ended.
 */
export function plannedErasure(deps: ErasureDependencies): ErasureDependencies {
  const { queues } = deps;
  return {
    ...deps,
    store: recordingStore(deps.store),
    queues: { erase: queues.count.bind(queues), count: queues.count.bind(queues) },
  };
}

/** Documents are read as they would be after the changes before them. */
function recordingStore(store: ErasureStore): ErasureStore {
  const planned = { erasure: null as Erasure | null };
  const endedJobs = new Set<string>();
  const erasedRows = new Set<string>();

  const save = async (erasure: Erasure): Promise<void> => {
    planned.erasure = erasure;
    return Promise.resolve();
  };
  const writes: Omit<ErasureStore, keyof ErasureReader> = {
    claim: async (keys) => ({ ...(await store.lookAtClaims(keys)), busy: new Set() }),
    renewClaims: async () => Promise.resolve(true),
    releaseClaims: nothing,
    find: async () => Promise.resolve(planned.erasure),
    save,
    rememberErased: nothing,
    async eraseRecords(erasure) {
      erasure.endedJobs.forEach(({ jobId }) => endedJobs.add(jobId));
      const next = await store.countRecords(erasure);
      await save(next);
      return next;
    },
    async writeTraces(next, kind, changes) {
      const rows = kind === 'job_rows' ? changes : [];
      rows.filter(({ set }) => set?.['result'] === erasedRow.code).forEach(({ id }) => erasedRows.add(id));
      await save(next);
    },
    showWaiting: nothing,
    finish: async (end) => store.abandon(end.end(await store.countSuppressedKeys(end))),
    abandon: async (end) => store.abandon(end),
  };
  return {
    ...store,
    ...writes,
    suppressions: () => settled(store.suppressions()),
    openRows: (until) => unbegun(store.openRows(until)),
    copiedRows: noRows,
    openJobs: async (erasure, until) =>
      (await store.openJobs(erasure, until)).map(({ jobId }) => ({ jobId, isBegun: false })),
    async traces(erasure, kind, limit) {
      const documents = await store.traces(erasure, kind, limit);
      return documents.map((document) => {
        if (document.kind === 'jobs' && endedJobs.has(document.id)) {
          return { ...document, status: 'failed' };
        }
        return document.kind === 'error_log' && document.rowIds.some((id) => erasedRows.has(id))
          ? { ...document, isOfErasedRow: true }
          : document;
      });
    },
  };
}

async function* settled(entries: AsyncIterable<Suppression>): AsyncIterable<Suppression> {
  for await (const entry of entries) {
    yield { ...entry, pushAt: null, ticketAt: null, propagateAt: null };
  }
}

async function* unbegun(rows: AsyncIterable<OpenRow>): AsyncIterable<OpenRow> {
  for await (const row of rows) {
    yield { ...row, isBegun: false };
  }
}

/** Copies that are made meanwhile are rows like others, because no row is emptied. */
async function* noRows(): AsyncIterable<never> {
  yield* await Promise.resolve([]);
}
