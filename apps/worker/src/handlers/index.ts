import type { JobHandler, QueueKey } from '@leadbridge/queue';
import {
  runBulkImport,
  runOptOutList,
  runUndo,
  type BulkImportDependencies,
  type DeliveryLaneDependencies,
  type OptOutListDependencies,
  type SingleImports,
  type UndoDependencies,
} from '@leadbridge/usecases';

import { deliverEvents } from './deliver-events.js';
import { erasureHandler, type ErasureHandlerDependencies } from './erasures.js';
import { lifecycleHandler, type LifecycleHandlerDependencies } from './lifecycle.js';
import { mirrorRebuildHandler, type MirrorRebuildHandlerDependencies } from './mirror-rebuilds.js';
import { psaCheckHandler, type PsaCheckHandlerDependencies } from './psa-checks.js';
import { reconciliationHandler, type ReconciliationHandlerDependencies } from './reconciliations.js';
import { notePutBacks, type PutBackDependencies } from './note-put-backs.js';
import { optOutHandlers, type OptOutHandlerDependencies } from './opt-outs.js';

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
  readonly lifecycle: LifecycleHandlerDependencies;
  readonly optOuts: OptOutHandlerDependencies;
  readonly optOutLists: OptOutListDependencies;
  readonly erasures: ErasureHandlerDependencies;
  readonly mirrorRebuilds: MirrorRebuildHandlerDependencies;
  readonly psaChecks: PsaCheckHandlerDependencies;
  readonly reconciliations: ReconciliationHandlerDependencies;
  readonly deliveries: DeliveryLaneDependencies;
  readonly putBacks: PutBackDependencies;
}

/** One handler per queue; a queue without one does not compile. */
export function jobHandlers({
  imports,
  singles,
  undos,
  lifecycle,
  optOuts,
  optOutLists,
  erasures,
  mirrorRebuilds,
  psaChecks,
  reconciliations,
  deliveries,
  putBacks,
}: HandlerDependencies): Readonly<Record<QueueKey, JobHandler>> {
  const noted = (key: QueueKey, handler: JobHandler): JobHandler => notePutBacks(putBacks, key, handler);
  const { optOuts: optOut, ticketChanges } = optOutHandlers(optOuts);
  return {
    leadImports: noted('leadImports', async ({ jobId, attempt, lastAttempt }) =>
      singles.run({ jobId, runsAlone: attempt > 1, lastAttempt }),
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
    lifecycle: noted('lifecycle', lifecycleHandler(lifecycle)),
    erasures: noted('erasures', erasureHandler(erasures)),
    mirrorRebuilds: noted('mirrorRebuilds', mirrorRebuildHandler(mirrorRebuilds)),
    psaChecks: noted('psaChecks', psaCheckHandler(psaChecks)),
    reconciliations: noted('reconciliations', reconciliationHandler(reconciliations)),
    optOuts: noted('optOuts', optOut),
    ticketChanges: noted('ticketChanges', ticketChanges),
    // Its jobs are webhooks, which have no job record.
    webhookDeliveries: deliverEvents(deliveries),
  };
}
