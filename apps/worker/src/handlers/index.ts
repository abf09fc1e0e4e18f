import type { JobHandler, QueueKey } from '@leadbridge/queue';
import {
  checkPsa,
  rebuildMirror,
  runBulkImport,
  runDeliveryLane,
  runLifecycleJob,
  runOnce,
  runOptOutList,
  runReconciliation,
  runUndo,
  syncTicketChanges,
  takeRemedies,
  giveRemediesUp,
  type BulkImportDependencies,
  type DeliveryLaneDependencies,
  type OptOutListDependencies,
  type PsaCheckDependencies,
  type RebuildDependencies,
  type ReconciliationDependencies,
  type RunOnceDependencies,
  type SingleImports,
  type TicketSyncDependencies,
  type UndoDependencies,
} from '@leadbridge/usecases';

import { erasureHandler, type ErasureHandlerDependencies } from './erasures.js';
import { notePutBacks, type PutBackDependencies } from './note-put-backs.js';

/**
 * Concurrent batches of single imports, as a fraction of the worker's concurrent jobs. Fewer batches are
 * larger, which takes fewer PSA requests; at least two if the settings allow it, so that one that waits for
 * the PSA does not block all others.
 */
const batchShare = 10;

export function singleBatchesAtOnce(concurrency: number): number {
  return Math.max(1, Math.floor(concurrency / batchShare));
}

export interface HandlerDependencies {
  readonly imports: BulkImportDependencies;
  readonly singles: SingleImports;
  readonly undos: UndoDependencies;
  readonly lifecycle: Parameters<typeof runLifecycleJob>[0];
  readonly optOuts: RunOnceDependencies & TicketSyncDependencies;
  readonly optOutLists: OptOutListDependencies;
  readonly erasures: ErasureHandlerDependencies;
  readonly mirrorRebuilds: RunOnceDependencies & RebuildDependencies;
  readonly psaChecks: RunOnceDependencies & PsaCheckDependencies;
  readonly reconciliations: RunOnceDependencies & ReconciliationDependencies;
  readonly deliveries: DeliveryLaneDependencies;
  readonly putBacks: PutBackDependencies;
}

/** One handler per queue; a queue without one does not compile. */
export function jobHandlers(deps: HandlerDependencies): Readonly<Record<QueueKey, JobHandler>> {
  const { imports, undos, optOuts, optOutLists, mirrorRebuilds, psaChecks, reconciliations } = deps;
  const noted = (key: QueueKey, handler: JobHandler): JobHandler => notePutBacks(deps.putBacks, key, handler);
  return {
    leadImports: noted('leadImports', async ({ jobId, attempt, lastAttempt }) =>
      deps.singles.run({ jobId, runsAlone: attempt > 1, lastAttempt }),
    ),
    bulkImports: noted('bulkImports', async (run) => ({
      ...(await runBulkImport(imports, run)),
      isWantedNow: async () => imports.runs.isCancelRequested(run.jobId),
    })),
    undos: noted('undos', async (run) => ({
      ...(await runUndo(undos, run)),
      isWantedNow: async () => undos.runs.isCancelRequested(run.jobId),
    })),
    optOutLists: noted('optOutLists', async (run) => ({
      ...(await runOptOutList(optOutLists, run)),
      isWantedNow: async () => optOutLists.runs.isCancelRequested(run.jobId),
    })),
    lifecycle: noted('lifecycle', async ({ jobId, lastAttempt }) =>
      runLifecycleJob(deps.lifecycle, { jobId, lastAttempt }),
    ),
    erasures: noted('erasures', erasureHandler(deps.erasures)),
    mirrorRebuilds: noted('mirrorRebuilds', async (run) =>
      runOnce(mirrorRebuilds, run, { mirror_rebuild: async (job) => rebuildMirror(mirrorRebuilds, job) }),
    ),
    psaChecks: noted('psaChecks', async (run) =>
      runOnce(psaChecks, run, { psa_check: async () => checkPsa(psaChecks) }),
    ),
    reconciliations: noted('reconciliations', async (run) =>
      runOnce(
        {
          ...reconciliations,
          onGivenUp: async (jobId, reason) => giveRemediesUp(reconciliations, jobId, reason),
        },
        run,
        {
          reconciliation: async (job) => runReconciliation(reconciliations, job),
          reconciliation_remedy: async (job) => takeRemedies(reconciliations, job),
        },
      ),
    ),
    // The PSA's change notifications: those that include an opt-out, and all others, do the same work.
    optOuts: noted('optOuts', async (run) =>
      runOnce(
        optOuts,
        { ...run, inParts: true },
        {
          dnc_sync: async (job, tryPart) => syncTicketChanges(optOuts, job, tryPart),
        },
      ),
    ),
    ticketChanges: noted('ticketChanges', async (run) =>
      runOnce(
        optOuts,
        { ...run, inParts: true },
        {
          ticket_change: async (job, tryPart) => syncTicketChanges(optOuts, job, tryPart),
        },
      ),
    ),
    // A job is named after the webhook whose deliveries are due, and has no job record.
    webhookDeliveries: ({ jobId }) => runDeliveryLane(deps.deliveries, jobId),
  };
}
