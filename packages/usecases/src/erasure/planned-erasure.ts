import type { Erasure, ErasureStore, OpenRow } from '../ports/erasure.js';
import type { Suppression } from '../ports/suppression.js';
import { erasedRow } from '../work/erased-row.js';
import type { ErasureDependencies } from './erasure-dependencies.js';

const nothing = async (): Promise<void> => Promise.resolve();

/**
 * Dependencies with which an erasure goes through everything and writes nothing but the end of its own job.
 * Like `recordingStore` of imports, it lists every write explicitly. Claims are read but not taken, and what
 * an erasure would wait for counts as ended.
 */
export function plannedErasure(deps: ErasureDependencies): ErasureDependencies {
  const { queues } = deps;
  return {
    ...deps,
    store: recordingStore(deps.store),
    queues: { erase: queues.count.bind(queues), count: queues.count.bind(queues) },
  };
}

function recordingStore(store: ErasureStore): ErasureStore {
  const planned = { erasure: null as Erasure | null };
  const save = async (erasure: Erasure): Promise<void> => {
    planned.erasure = erasure;
    return Promise.resolve();
  };
  return {
    claim: async (keys) => ({ ...(await store.lookAtClaims(keys)), busy: new Set() }),
    lookAtClaims: async (keys) => store.lookAtClaims(keys),
    renewClaims: async () => Promise.resolve(true),
    releaseClaims: nothing,

    find: async () => Promise.resolve(planned.erasure),
    save,
    rememberErased: nothing,

    leads: () => store.leads(),
    fieldsOf: async (leadIds) => store.fieldsOf(leadIds),
    newLeads: async (person, keys, known) => store.newLeads(person, keys, known),
    suppressions: () => settled(store.suppressions()),
    recordsOf: async (leadIds) => store.recordsOf(leadIds),
    usersWith: async (emails) => store.usersWith(emails),
    openRows: (until) => unbegun(store.openRows(until)),
    copiedRows: noRows,
    openJobs: async (erasure, until) =>
      (await store.openJobs(erasure, until)).map(({ jobId }) => ({ jobId, isBegun: false })),

    ...planningTraces(store, save),
    showWaiting: nothing,
    finish: async (end) => store.abandon(end.end(await store.countSuppressedKeys(end))),
    countSuppressedKeys: async (end) => store.countSuppressedKeys(end),
    abandon: async (end) => store.abandon(end),
  };
}

/** Documents are read as they would be after the changes before them. */
function planningTraces(
  store: ErasureStore,
  save: (erasure: Erasure) => Promise<void>,
): Pick<ErasureStore, 'eraseRecords' | 'countRecords' | 'traces' | 'writeTraces'> {
  const endedJobs = new Set<string>();
  const erasedRows = new Set<string>();
  return {
    async eraseRecords(erasure) {
      erasure.endedJobs.forEach(({ jobId }) => endedJobs.add(jobId));
      const next = await store.countRecords(erasure);
      await save(next);
      return next;
    },
    countRecords: async (erasure) => store.countRecords(erasure),
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
    async writeTraces(next, kind, changes) {
      if (kind === 'job_rows') {
        changes
          .filter(({ set }) => set?.['result'] === erasedRow.code)
          .forEach(({ id }) => erasedRows.add(id));
      }
      await save(next);
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
