import { createSuppressionLists } from '@leadbridge/integrations';
import * as store from '@leadbridge/store';
import {
  applyTicketChange,
  createPsaCaches,
  createSingleImports,
  createStatusIds,
  createTrialLane,
  type pushDueSuppressions,
  type BulkImportDependencies,
  type DeliveryLaneDependencies,
  type PsaTicketChange,
  type Settings,
} from '@leadbridge/usecases';

import { composeErasures } from './compose-erasures.js';
import type { ComposedMirror } from './compose-mirror.js';
import type { WorkerConfig } from './config.js';
import type { WorkerConnections } from './compose-connections.js';
import { singleBatchesAtOnce, type HandlerDependencies } from './handlers/index.js';
import { suppressionEndpointOf } from './suppression-endpoints.js';

interface Parts {
  readonly connections: WorkerConnections;
  readonly mirroring: ComposedMirror;
  readonly deliveries: DeliveryLaneDependencies;
  /** Whether the worker is to stop: work that goes on for long is then left to another one. */
  readonly isStopping: () => boolean;
}

export interface ComposedWork extends HandlerDependencies {
  readonly optOuts: HandlerDependencies['optOuts'] & Parameters<typeof pushDueSuppressions>[0];
  /** For the end of the process. */
  close(): void;
}

export function composeWork(config: WorkerConfig, parts: Parts): ComposedWork {
  const { connections, mirroring, deliveries } = parts;
  const { mongo, queue, settings, psa, clock, logger } = connections;
  const runs = store.createJobRuns(mongo);
  const trials = createTrialLane(clock);
  const imports = composeImports(config, { ...parts, runs, trials });
  const anyRun = { runs, trials, errorLogEntries: imports.store, clock };
  // A suspected job of these must not wait behind work that waits for the PSA for a long time.
  const longRuns = { ...anyRun, trials: createTrialLane(clock) };
  const lifecycle = {
    ...anyRun,
    ...{ psa: mirroring.psa, queue, statusIds: imports.statusIds },
    store: store.createLifecycleStore(mongo),
    settings: currentSettings(config, connections),
  };
  const suppressionLists = createSuppressionLists({
    endpointOf: suppressionEndpointOf(config.suppressionEndpoints, () => settings.current().sources),
  });
  const optOuts = {
    ...imports,
    ...{ psa: mirroring.psa, suppressionLists, queue, errorLogEntries: imports.store },
    suppressions: store.createSuppressionStore(mongo),
    jobs: store.createJobStore(mongo),
    retryDelays: config.suppressionRetryDelays,
    async applyTicketChange(change: PsaTicketChange): Promise<void> {
      await mirroring.changed(change);
      await applyTicketChange(lifecycle, change);
    },
  };
  return {
    imports,
    singles: createSingleImports(imports, singleBatchesAtOnce(config.workerConcurrency)),
    undos: { ...imports, psa: mirroring.psa, store: store.createUndoStore(mongo) },
    lifecycle,
    optOuts,
    optOutLists: { ...imports, lists: store.createOptOutListStore(mongo) },
    erasures: {
      ...anyRun,
      ...composeErasures(config, { mongo, queue, clock, settings: () => settings.current() }),
    },
    mirrorRebuilds: { ...longRuns, mirrorStore: mirroring.store },
    psaChecks: { ...longRuns, checkPsa: async () => psa.check() },
    deliveries,
    reconciliations: {
      ...{ ...optOuts, ...longRuns, ...mirroring.once, mirrorStore: mirroring.store, logger },
      reconciliations: store.createReconciliationStore(mongo),
      records: store.createReconciledRecords(mongo),
      aliases: store.createCompanyMatchStore(mongo),
      takesOptOuts: config.reconcileOptOuts,
    },
    putBacks: { runs, clock, logger },
    close: () => {
      suppressionLists.close();
    },
  };
}

function composeImports(
  config: WorkerConfig,
  parts: Parts & Pick<BulkImportDependencies, 'runs' | 'trials'>,
) {
  const { connections, mirroring, isStopping, runs, trials } = parts;
  const { mongo, psa, clock, logger } = connections;
  const current = currentSettings(config, connections);
  return {
    ...{ psa, clock, runs, trials, isStopping },
    mirror: mirroring.mirror,
    directory: mirroring.mirror,
    store: store.createImportStore(mongo, (error) => {
      logger.warn('what follows the record of an import has failed; it is found later', { error });
    }),
    importJobs: store.createImportJobs(mongo),
    caches: createPsaCaches(() => clock.now()),
    // PSA_STATUSES names a HaloPSA's statuses, and its dialect already uses the specification's numbers.
    statusIds: createStatusIds(config.psaDialect === 'spec' ? current : () => ({ statusIds: {} }), () =>
      clock.now(),
    ),
    settings: () => ({
      integrationUser: { id: config.psaAgentId, name: config.psaAgentName },
      ...current(),
    }),
  } satisfies BulkImportDependencies;
}

/**
 * The settings of now. The ids of statuses in them are those of the specification's PSA; statuses of another PSA are looked up
 * by name.
 */
function currentSettings(
  { psaDialect }: Pick<WorkerConfig, 'psaDialect'>,
  { settings }: Pick<WorkerConnections, 'settings'>,
): () => Settings {
  return () => (psaDialect === 'spec' ? settings.current() : { ...settings.current(), statusIds: {} });
}
