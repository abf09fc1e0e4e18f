import type { JobHandler } from '@leadbridge/queue';
import {
  runOnce,
  runReconciliation,
  takeRemedies,
  type ReconciliationDependencies,
  type RunOnceDependencies,
} from '@leadbridge/usecases';

export type ReconciliationHandlerDependencies = RunOnceDependencies & ReconciliationDependencies;

export function reconciliationHandler(deps: ReconciliationHandlerDependencies): JobHandler {
  return async (run) =>
    runOnce(deps, run, {
      reconciliation: async (job) => runReconciliation(deps, job),
      reconciliation_remedy: async (job) => takeRemedies(deps, job),
    });
}
