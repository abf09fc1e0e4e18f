import type { ErasedKind } from '@leadbridge/contracts';

import { erasureStages, type Erasure, type TraceKind } from '../ports/erasure.js';
import type { ErasureContext } from './erasure-dependencies.js';
import { createRedact, type Redaction } from './redact.js';

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
    const redactions = documents.flatMap((document) => redact(document) ?? []);
    const isLast = documents.length < pageSize;
    erasure = isLast
      ? behind({ ...counted(erasure, kind, redactions), cursor: null })
      : { ...counted(erasure, kind, redactions), cursor: documents.at(-1)?.id ?? null };
    await assertHeld();
    await store.writeTraces(erasure, kind, redactions, fence);
    if (isLast) {
      return erasure;
    }
  }
}

/** The erasure at its next stage. */
export function behind(erasure: Erasure): Erasure {
  const next = erasureStages[erasureStages.indexOf(erasure.stage) + 1];
  return next === undefined ? erasure : { ...erasure, stage: next };
}

export function withCount(erasure: Erasure, kind: ErasedKind, count: number): Erasure {
  return { ...erasure, erased: { ...erasure.erased, [kind]: erasure.erased[kind] + count } };
}

function counted(erasure: Erasure, kind: TraceKind, redactions: readonly Redaction[]): Erasure {
  const own = redactions.filter(({ isOwnJob }) => isOwnJob).map(({ id }) => id);
  return {
    ...withCount(erasure, countedAs[kind], redactions.length),
    jobIds: own.length === 0 ? erasure.jobIds : [...new Set([...erasure.jobIds, ...own])],
  };
}
