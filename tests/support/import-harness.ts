import { setTimeout as sleep } from 'node:timers/promises';

import {
  completeBatchOptions,
  completeImportOptions,
  type BatchOptions,
  type ImportOptions,
  type SingleImportOptions,
} from '@leadbridge/contracts';
import type { PsaDialectConfig } from '@leadbridge/integrations';
import { isoTime, newId, silentLogger, systemClock, type Clock } from '@leadbridge/platform';
import {
  createCompanyMatchStore,
  createImportJobs,
  createImportStore,
  createJobRuns,
  createJobStore,
  createSuppressionStore,
  createPsaMirrorStore,
  createUndoStore,
  ensureIndexes,
} from '@leadbridge/store';
import {
  createPsaCaches,
  StoredMirror,
  createSingleImports,
  createStatusIds,
  createTrialLane,
  defaultSettings,
  jobRecordOf,
  refreshMirror,
  runBulkImport,
  runUndo,
  type BulkImportDependencies,
  type JobRecord,
  type PsaMirrorStore,
  type PsaPort,
  type UndoStore,
} from '@leadbridge/usecases';

import { openServers, type Servers } from './open-servers.js';

type Store = BulkImportDependencies['store'];
type JobRuns = BulkImportDependencies['runs'];

/** The memory and work of one worker process; several of them share the servers. */
export interface ImportWorker {
  /** Continues a bulk import until it has ended. */
  finishBulk(jobId: string, lastAttempt?: boolean): Promise<void>;
  runSingle(jobId: string, lastAttempt?: boolean): Promise<unknown>;
  /** Continues an undo until it has ended. @param changes to its store, to make it fail */
  finishUndo(jobId: string, changes?: (store: UndoStore) => Partial<UndoStore>): Promise<void>;
  /** Runs single imports as one batch, each to its end. */
  runSingles(jobIds: readonly string[]): Promise<void>;
}

/** The imports' use cases on a real MongoDB, a real Redis and a simulated PSA, in this process. */
export type ImportHarness = Servers & ImportWork;

export interface ImportWork {
  /**
   * @param changes to its store, to make it fail or hang
   * @param origin of the PSA that it mirrors; without it there is no mirror
   * @param runChanges to its job runs, like `changes`
   */
  worker(
    changes?: (store: Store) => Partial<Store>,
    origin?: string,
    runChanges?: (runs: JobRuns) => Partial<JobRuns>,
  ): ImportWorker;
  readonly mirror: PsaMirrorStore;
  /** Advances the mirror by one page; returns the milliseconds until the next. */
  refreshMirror(origin: string): Promise<number>;
  /** Refreshes the mirror until there is nothing more to do for now. */
  fillMirror(origin: string): Promise<void>;
  bulkJob(
    leads: readonly unknown[],
    batchOptions?: Partial<BatchOptions>,
    request?: { readonly source?: string; readonly options?: Partial<ImportOptions> },
  ): Promise<string>;
  singleJob(
    lead: object,
    request?: { source?: string; options?: Partial<SingleImportOptions> },
  ): Promise<string>;
  undoJob(parentJobId: string): Promise<string>;
  job(jobId: string): Promise<JobRecord>;
  /** A job that imports one lead. */
  single(jobId: string): Promise<JobRecord<'lead_import'>>;
  cancel(jobId: string): Promise<void>;
}

/** The servers that imports need. */
export interface ImportServers extends Pick<Servers, 'mongo'> {
  readonly psa: PsaPort;
}

/** Runs a job again when it asks to, like the queue. */
async function runToEnd(run: () => ReturnType<typeof runBulkImport>, clock: Clock): Promise<void> {
  for (let result = await run(); !result.done; result = await run()) {
    await sleep(Math.max(0, result.continueAt - clock.now()));
  }
}

const mirrorMaxAgeMs = 3_600_000;
const actor = { id: 'key_test', name: 'test' };

export async function openImportHarness(
  dialect?: Partial<PsaDialectConfig>,
  client?: Parameters<typeof openServers>[1],
): Promise<ImportHarness> {
  return await importHarnessOn(await openServers(dialect, client));
}

/** Like `openImportHarness`, on existing servers. */
export async function importHarnessOn<S extends ImportServers>(
  servers: S,
  clock: Clock = systemClock,
): Promise<S & ImportWork> {
  const { mongo, psa } = servers;
  const runs = createJobRuns(mongo);
  const jobs = createJobStore(mongo);
  const importJobs = createImportJobs(mongo);
  const store = createImportStore(mongo);
  const undos = createUndoStore(mongo);
  createSuppressionStore(mongo);
  const mirror = createPsaMirrorStore(mongo);
  const aliases = createCompanyMatchStore(mongo);
  await ensureIndexes(mongo);

  async function findJob(jobId: string): Promise<JobRecord> {
    const job = await jobs.find(jobId);
    if (job === null) {
      throw new Error(`There is no job ${jobId}`);
    }
    return job;
  }

  function worker(
    changes: (store: Store) => Partial<Store> = () => ({}),
    origin?: string,
    runChanges: (runs: JobRuns) => Partial<JobRuns> = () => ({}),
  ): ImportWorker {
    const ownMirror =
      origin === undefined
        ? null
        : new StoredMirror({ store: mirror, clock, origin, maxAgeMs: mirrorMaxAgeMs });
    const deps: BulkImportDependencies = {
      psa,
      clock,
      runs: { ...runs, ...runChanges(runs) },
      trials: createTrialLane(clock),
      importJobs,
      store: { ...store, ...changes(store) },
      caches: createPsaCaches(() => clock.now()),
      mirror: ownMirror,
      directory: ownMirror,
      statusIds: createStatusIds(
        () => defaultSettings('US'),
        () => clock.now(),
      ),
      settings: () => ({
        ...defaultSettings('US'),
        integrationUser: { id: 1, name: 'Leadbridge' },
      }),
      isStopping: () => false,
    };
    const singles = createSingleImports(deps, 1);
    return {
      finishBulk: async (jobId, lastAttempt = false) =>
        runToEnd(async () => runBulkImport(deps, { jobId, lastAttempt }), clock),
      finishUndo: async (jobId, changes = () => ({})) =>
        runToEnd(
          async () =>
            runUndo({ ...deps, store: { ...undos, ...changes(undos) } }, { jobId, lastAttempt: false }),
          clock,
        ),
      runSingle: async (jobId, lastAttempt = false) => singles.run({ jobId, runsAlone: true, lastAttempt }),
      async runSingles(jobIds) {
        await Promise.all(
          jobIds.map(async (jobId) =>
            runToEnd(async () => singles.run({ jobId, runsAlone: false, lastAttempt: true }), clock),
          ),
        );
      },
    };
  }

  async function readPage(origin: string): Promise<number> {
    const budget = () => Promise.resolve({ limit: 1_000, usedByMirror: 0, bulkWaiting: 0 });
    const limits = { maxShare: 20, sparesFirstScan: true, maxAgeMs: mirrorMaxAgeMs };
    const deps = { store: mirror, aliases, psa, origin, budget, ...limits, clock, logger: silentLogger };
    return await refreshMirror(deps);
  }

  return {
    ...servers,
    worker,
    mirror,
    refreshMirror: readPage,
    async fillMirror(origin) {
      while ((await readPage(origin)) === 0);
    },
    async bulkJob(leads, batchOptions = {}, { source = 'provider_a', options = {} } = {}) {
      const jobId = newId('job');
      await jobs.createWithRows(
        {
          jobId,
          type: 'bulk_import',
          input: {
            source,
            options: completeImportOptions(options),
            batch_options: completeBatchOptions(batchOptions),
          },
          requestId: 'req_test',
          actor,
          total: leads.length,
          createdAt: isoTime(clock.now()),
        },
        leads.map((data, index) => ({ index, data })),
      );
      return jobId;
    },
    async singleJob(lead, { source = 'provider_a', options = {} } = {}) {
      const jobId = newId('job');
      await jobs.create({
        jobId,
        type: 'lead_import',
        input: { source, data: { ...lead }, options: completeImportOptions(options) },
        requestId: 'req_test',
        actor,
        total: 1,
        createdAt: isoTime(clock.now()),
      });
      return jobId;
    },
    async undoJob(parentJobId) {
      const jobId = newId('job');
      await jobs.createUndo({
        jobId,
        type: 'undo_import',
        input: { parent_job_id: parentJobId, source: 'provider_a', dry_run: false },
        requestId: 'req_test',
        actor,
        total: 1,
        createdAt: isoTime(clock.now()),
      });
      return jobId;
    },
    job: findJob,
    single: async (jobId) => jobRecordOf('lead_import', await findJob(jobId)),
    async cancel(jobId) {
      await jobs.requestCancel(jobId);
    },
  };
}
