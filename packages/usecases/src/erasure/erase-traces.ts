import type { ErasedKind } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';

import { erasedRow } from '../work/erased-row.js';
import { openWork } from './erase-records.js';
import { erasureStages, type Erasure, type TraceChange, type TraceKind } from '../ports/erasure.js';
import type { ErasureContext } from './erasure-dependencies.js';
import { createRowMatcher } from './match-row.js';
import { createRedact } from './redact.js';

/** Documents per page; an erasure may be interrupted between two pages. */
const pageSize = 1_000;

const countedAs: Readonly<Record<TraceKind, ErasedKind>> = {
  jobs: 'jobs',
  job_rows: 'job_rows',
  error_log: 'error_log_entries',
  audit_log: 'audit_entries',
  idempotency_keys: 'idempotent_answers',
  webhook_deliveries: 'deliveries',
  import_mappings: 'import_mappings',
};

/** Goes through all documents of a kind, from the saved cursor, and removes the person from them. */
export async function eraseTraces(
  begun: Erasure,
  kind: TraceKind,
  context: ErasureContext,
): Promise<Erasure> {
  const { store, fence, assertHeld } = context;
  const redact = createRedact(begun, context);
  let erasure = begun;
  for (;;) {
    const documents = await store.traces(erasure, kind, pageSize);
    const changes = documents.flatMap((document) => redact(document) ?? []);
    // After the last change to rows it is certain that no more copies of them appear.
    const isLast = documents.length < (kind === 'job_rows' ? 1 : pageSize);
    const done = counted(erasure, kind, changes);
    erasure = isLast
      ? { ...(await afterLast(done, kind, context)), cursor: null }
      : { ...done, cursor: documents.at(-1)?.id ?? null };
    await assertHeld();
    await store.writeTraces(erasure, kind, changes, fence);
    if (isLast) {
      return erasure;
    }
  }
}

/**
 * A commit or a retry that was stored meanwhile may have copied rows before they were erased: these are ended
 * and erased as the others were.
 */
async function afterLast(erasure: Erasure, kind: TraceKind, context: ErasureContext): Promise<Erasure> {
  if (kind === 'job_rows') {
    const { isTheirRow } = createRowMatcher(erasure, context.settings);
    for await (const { source, data } of context.store.copiedRows(context.job.createdAt)) {
      if (isTheirRow(source, data)) {
        return await endCopies(erasure, context);
      }
    }
  }
  return behind(erasure);
}

/** Imports of older data have refused to begin them since the erasure knows the person. */
async function endCopies(erasure: Erasure, context: ErasureContext): Promise<Erasure> {
  const { store, clock, fence, assertHeld } = context;
  const { failedRows, endedJobs } = await openWork(erasure, context);
  const jobIds = [...new Set([...erasure.jobIds, ...endedJobs.map(({ jobId }) => jobId)])];
  const next: Erasure = { ...erasure, stage: 'jobs', cursor: null, jobIds };
  await assertHeld();
  const at = isoTime(clock.now());
  return await store.eraseRecords({ next, failedRows, endedJobs, outcome: erasedRow, at }, fence);
}

/** The erasure at its next stage. */
export function behind(erasure: Erasure): Erasure {
  const next = erasureStages[erasureStages.indexOf(erasure.stage) + 1];
  return next === undefined ? erasure : { ...erasure, stage: next };
}

export function withCount(erasure: Erasure, kind: ErasedKind, count: number): Erasure {
  return { ...erasure, erased: { ...erasure.erased, [kind]: erasure.erased[kind] + count } };
}

function counted(erasure: Erasure, kind: TraceKind, changes: readonly TraceChange[]): Erasure {
  const own = kind === 'jobs' ? changes.filter(({ isTheirs }) => isTheirs).map(({ id }) => id) : [];
  return {
    ...withCount(erasure, countedAs[kind], changes.length),
    jobIds: own.length === 0 ? erasure.jobIds : [...new Set([...erasure.jobIds, ...own])],
  };
}
