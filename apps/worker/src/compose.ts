import { connectPsa, createSuppressionLists } from '@leadbridge/integrations';
import type { Logger, ShutdownStep } from '@leadbridge/platform';
import {
  createHeartbeatBoard,
  createJobQueue,
  createMetricsBoard,
  producerConnection,
  redisPrefixOf,
} from '@leadbridge/queue';
import * as store from '@leadbridge/store';
import {
  applyTicketChange,
  createLiveSettings,
  createPsaCaches,
  createSingleImports,
  createStatusIds,
  createTrialLane,
  pushDueSuppressions,
  staticListNames,
} from '@leadbridge/usecases';
import type { PsaTicketChange, Settings } from '@leadbridge/usecases';

import { composeErasures, openHashedOptOuts } from './compose-erasures.js';
import { composeMirror } from './compose-mirror.js';
import { composeWebhooks } from './compose-webhooks.js';
import type { WorkerConfig } from './config.js';
import { startConsumers } from './consumers.js';
import { jobHandlers, singleBatchesAtOnce } from './handlers/index.js';
import { createWorkerMetrics } from './metrics/worker-metrics.js';
import { rollUpFacts } from './schedules/roll-up-facts.js';
import { endOrphanedTransactions } from './schedules/end-orphaned-transactions.js';
import { forgetExpired } from './schedules/forget-expired.js';
import { probePsa } from './schedules/probe-psa.js';
import { reconcile } from './schedules/reconcile.js';
import { publishMetrics } from './schedules/publish-metrics.js';
import { pushSuppressions } from './schedules/push-suppressions.js';
import { sampleBudget } from './schedules/sample-budget.js';
import { sendHeartbeats } from './schedules/send-heartbeats.js';
import { suppressionEndpointOf } from './suppression-endpoints.js';
import { sweepJobs } from './schedules/sweep-jobs.js';
import { watchPsaSetup } from './schedules/watch-psa-setup.js';

/** How long a stop waits for running batches before it ends their waiting for the PSA's budget. */
const drainMilliseconds = 8_000;

/** Connects everything, starts consuming, and returns the shutdown steps in order. */
export async function startWorker(config: WorkerConfig, logger: Logger): Promise<readonly ShutdownStep[]> {
  let stopping = false;
  const redisPrefix = redisPrefixOf(config);
  const mongo = await store.connectMongo(config.mongodbUri);
  await store.upgradeDatabase(mongo, { logger });
  const clock = await store.createDatabaseClock(mongo);
  const redis = producerConnection(config, logger);
  const queue = createJobQueue({ redis: config, prefix: redisPrefix, logger, waits: false });
  const metrics = createWorkerMetrics();
  const runs = store.createJobRuns(mongo);
  const wakeUps = store.createWakeUps(mongo, {
    collections: ['configuration', 'events', 'psa_mirror', 'suppressions'],
    logger,
  });
  const settings = await createLiveSettings({
    store: store.createConfigStore(mongo),
    defaultCountry: config.defaultCountry,
    wakeUps,
    logger,
  });
  const psa = connectPsa(
    {
      url: config.psaUrl,
      clientId: config.psaClientId,
      clientSecret: config.psaClientSecret,
      scope: config.psaScope,
      ...(config.psaTenant === null ? {} : { tenant: config.psaTenant }),
      timeoutSeconds: config.psaTimeoutSeconds,
      settleSeconds: config.psaSettleSeconds,
      redis,
      callers: store.createPsaCallers(mongo),
      keyPrefix: `${redisPrefix}:psa`,
      rateLimit: config.psaRateLimit,
      rateWindowSeconds: config.psaRateWindowSeconds,
      clock,
      logger,
      onCall: metrics.countCall,
    },
    config,
    {
      listNames: () => staticListNames(settings.current()),
      doNotContactList: () => settings.current().listNames.doNotContact,
      sourceLabels: () => settings.current().sources.map(({ label }) => label),
      statusIds: () => settings.current().statusIds,
      proofs: store.createPsaProofs(mongo),
    },
  );
  // The ids of statuses are those of the specification's PSA; statuses of another PSA are looked up by name.
  const current = (): Settings =>
    config.psaDialect === 'spec' ? settings.current() : { ...settings.current(), statusIds: {} };
  // PSA_STATUSES names a HaloPSA's statuses, and its dialect already uses the specification's numbers.
  const statusIds = createStatusIds(config.psaDialect === 'spec' ? current : () => ({ statusIds: {} }), () =>
    clock.now(),
  );
  const mirroring = composeMirror(config, { mongo, psa, wakeUps, clock, logger });
  const trials = createTrialLane(clock);
  const imports = {
    psa,
    mirror: mirroring.mirror,
    directory: mirroring.mirror,
    clock,
    runs,
    trials,
    isStopping: () => stopping,
    store: store.createImportStore(mongo, (error) => {
      logger.warn('what follows the record of an import has failed; it is found later', { error });
    }),
    importJobs: store.createImportJobs(mongo),
    caches: createPsaCaches(() => clock.now()),
    statusIds,
    settings: () => ({
      integrationUser: { id: config.psaAgentId, name: config.psaAgentName },
      ...current(),
    }),
  };
  const singles = createSingleImports(imports, singleBatchesAtOnce(config.workerConcurrency));
  const lifecycle = {
    psa: mirroring.psa,
    clock,
    runs,
    trials,
    queue,
    errorLogEntries: imports.store,
    store: store.createLifecycleStore(mongo),
    settings: current,
    statusIds,
  };
  const suppressionLists = createSuppressionLists({
    endpointOf: suppressionEndpointOf(config.suppressionEndpoints, () => settings.current().sources),
  });
  const optOuts = {
    ...imports,
    psa: mirroring.psa,
    suppressionLists,
    queue,
    errorLogEntries: imports.store,
    suppressions: store.createSuppressionStore(mongo),
    jobs: store.createJobStore(mongo),
    retryDelays: config.suppressionRetryDelays,
    async applyTicketChange(change: PsaTicketChange): Promise<void> {
      await mirroring.changed(change);
      await applyTicketChange(lifecycle, change);
    },
  };
  const reconciliations = store.createReconciliationStore(mongo);
  const erasures = {
    ...composeErasures(config, { mongo, queue, clock, settings: () => settings.current() }),
    runs,
    trials,
    errorLogEntries: imports.store,
  };
  // A suspected opt-out must not wait behind work that waits for the PSA for a long time.
  const longRuns = { runs, trials: createTrialLane(clock), errorLogEntries: imports.store, clock };
  const totals = store.createFactTotals(mongo);
  const webhooks = composeWebhooks(config, { mongo, queue, wakeUps, clock, logger });
  await store.ensureEveryIndex(mongo);
  await openHashedOptOuts(config, mongo);
  const maintenance = store.createMaintenanceClient(config.mongodbUri);
  const recovery = endOrphanedTransactions({
    transactions: store.createOrphanedTransactions(maintenance),
    lifetime: await store.transactionLifetime(maintenance),
    logger,
  });
  const setup = watchPsaSetup({ check: async () => psa.lacking(), clock, logger });
  const consumers = startConsumers(
    setup.guard(
      jobHandlers({
        ...{ imports, singles },
        undos: { ...imports, psa: mirroring.psa, store: store.createUndoStore(mongo) },
        lifecycle,
        optOuts,
        optOutLists: { ...imports, lists: store.createOptOutListStore(mongo) },
        erasures,
        mirrorRebuilds: { ...longRuns, mirrorStore: mirroring.store },
        psaChecks: { ...longRuns, checkPsa: async () => psa.check() },
        deliveries: webhooks.deliveries,
        reconciliations: {
          ...optOuts,
          ...longRuns,
          ...mirroring.once,
          mirrorStore: mirroring.store,
          reconciliations,
          records: store.createReconciledRecords(mongo),
          aliases: store.createCompanyMatchStore(mongo),
          takesOptOuts: config.reconcileOptOuts,
          logger,
        },
        putBacks: { runs, clock, logger },
      }),
    ),
    {
      redis: config,
      prefix: redisPrefix,
      concurrency: config.workerConcurrency,
      queueNames: config.workerQueues,
      countJob: metrics.countJob,
      clock,
      logger,
    },
  );
  const sweep = sweepJobs({ runs, queue, clock, logger });
  const suppressions = pushSuppressions({
    ...{ suppressions: optOuts.suppressions, wakeUps, clock, logger },
    push: async () => pushDueSuppressions(optOuts),
  });
  const additions = rollUpFacts({ totals, logger });
  const events = store.createEventRetention(mongo);
  const forgetting = [
    forgetExpired({
      what: 'audit entries',
      records: store.createAuditLog(mongo, clock),
      keepDays: config.auditRetentionDays,
      clock,
      logger,
    }),
    forgetExpired({ what: 'data of events', records: events, keepDays: events.keepDays, clock, logger }),
  ];
  const reconciliation = reconcile({ reconciliations, queue, at: config.reconcileAt, clock, logger });
  const samples = sampleBudget({
    budget: async () => psa.budget(),
    history: store.createPsaBudgetHistory(mongo),
    clock,
    logger,
  });
  const outgoing = webhooks.startSchedules();
  const refresh = mirroring.start();
  const publication = publishMetrics({ metrics, board: createMetricsBoard(redis, redisPrefix), logger });
  const board = createHeartbeatBoard(redis, redisPrefix);
  const heartbeats = sendHeartbeats({
    board,
    instance: metrics.instance,
    psaCalls: () => {
      const lacking = setup.lacking();
      const { psaUrl: _url, ...writeProof } = psa.writeProof() ?? {};
      return {
        ...psa.calls(),
        ...(lacking === undefined ? {} : { setup: lacking }),
        ...('build' in writeProof ? { writeProof } : {}),
      };
    },
    logger,
  });
  const probes = probePsa({
    board,
    probe: async () => psa.probe(),
    budget: { rateLimit: config.psaRateLimit, rateWindowSeconds: config.psaRateWindowSeconds },
    uptimeMs: () => performance.now(),
    logger,
  });
  return [
    { name: 'heartbeats', stop: async () => heartbeats.stop() },
    webhooks.announceStop,
    {
      name: 'consumers',
      stop: async () => {
        stopping = true;
        // Work that waits for the PSA's budget is left to another worker.
        const hurry = setTimeout(() => {
          psa.close();
        }, drainMilliseconds);
        await consumers.close();
        await singles.idle();
        clearTimeout(hurry);
        psa.close();
      },
    },
    {
      name: 'schedules',
      stop: async () =>
        Promise.all([
          sweep.stop(),
          suppressions.stop(),
          additions.stop(),
          recovery.stop(),
          refresh.stop(),
          ...forgetting.map(async (schedule) => schedule.stop()),
          reconciliation.stop(),
          samples.stop(),
          ...outgoing.map(async (schedule) => schedule.stop()),
          publication.stop(),
          probes.stop(),
          setup.stop(),
        ]),
    },
    webhooks.close,
    { name: 'queue', stop: async () => queue.close() },
    settings,
    wakeUps,
    { name: 'suppression lists', stop: async () => Promise.resolve(suppressionLists.close()) },
    { name: 'redis', stop: async () => Promise.resolve(redis.disconnect()) },
    { name: 'clock', stop: async () => Promise.resolve(clock.close()) },
    { name: 'mongodb', stop: async () => Promise.all([mongo.close(), maintenance.close()]) },
  ];
}
