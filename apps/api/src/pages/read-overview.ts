import {
  unpushedStatuses,
  type JobStatus,
  type JobWait,
  type MirrorKindView,
  type PsaState,
  type UnpushedStatus,
} from '@leadbridge/contracts';
import type { PsaBudgetStatus } from '@leadbridge/integrations';
import { isoTime, maskPersons, withTimeout } from '@leadbridge/platform';
import type {
  ErrorLogEntry,
  JobRecord,
  Page,
  PutBack,
  Suppression,
  WebhookRecord,
} from '@leadbridge/usecases';

import type { Credential } from '../pipeline/authentication/index.js';
import { readMirror } from '../presenters/mirror-view.js';
import type { WorkersState } from '../services.js';
import { mayUse, type PagePart } from './page-permissions.js';
import type { PageServices } from './page-services.js';

/**
 * Everything that the operations page shows. A part that could not be read is null: one fault must not hide the others; one that the reader
 * may not see is `hidden`.
 */
export interface Overview {
  readonly at: string;
  readonly connections: Readonly<Record<keyof PageServices['connections'], PsaState>> | null;
  readonly workers: WorkersState | null;
  readonly budget: PsaBudgetStatus | Hidden | null;
  /** Jobs that are put back, by what they wait for; null also where it is hidden. */
  readonly putBack: ReadonlyMap<PutBack['reason'], number> | null;
  /** Hidden also where the mirror is off. */
  readonly mirror: readonly MirrorKindView[] | Hidden | null;
  readonly queues: readonly QueueDepth[] | Hidden | null;
  readonly jobs: RunningJobs | Hidden | null;
  readonly failures: readonly ErrorLogEntry[] | Hidden | null;
  readonly optOuts: UnpushedOptOuts | Hidden | null;
  readonly webhooks: readonly WebhookRecord[] | Hidden | null;
}

export type Hidden = 'hidden';

export interface RunningJobs {
  readonly running: readonly RunningJob[];
  readonly active: number;
  /** Those that are put back included. */
  readonly waiting: number;
}

export type UnpushedOptOuts = Readonly<Record<UnpushedStatus, Page<Suppression>>>;

export interface QueueDepth {
  readonly name: string;
  /** Those that are put back (`delayed`) included. */
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
}

export interface RunningJob {
  readonly record: JobRecord;
  /** ISO 8601; null where that is not known yet. */
  readonly finishAt: string | null;
  readonly waitingFor: JobWait | null;
}

const answerMilliseconds = 2_000;
const shownJobs = 8;
/** Of each level: what callers send wrongly all night must not hide what is broken. */
const shownFailures = 5;
const failureLevels = ['error', 'warning'] as const;
const shownOptOuts = 5;

/** @param reader what of it they may see is read, and nothing else */
export async function readOverview(
  services: PageServices,
  reader: Pick<Credential, 'role'>,
): Promise<Overview> {
  const read = async <T>(part: PagePart, reading: () => Promise<T>): Promise<T | Hidden | null> =>
    mayUse(reader, part) ? await readOrNull(reading()) : 'hidden';
  const [connections, workers, budget, putBack, mirror, queues, jobs, failures, optOuts, webhooks] =
    await Promise.all([
      readOrNull(readConnections(services)),
      readOrNull(services.workers()),
      read('figures', async () => services.psaBudget()),
      read('figures', async () => countPutBack(services)),
      services.mirror.enabled
        ? read('figures', async () => readMirror(services.mirror.reader))
        : Promise.resolve<Hidden>('hidden'),
      read('figures', async () => readQueues(services)),
      read('jobs', async () => readJobs(services)),
      read('errors', async () => readFailures(services)),
      read('optOuts', async () => readOptOuts(services)),
      read('webhooks', async () => readFailingWebhooks(services)),
    ]);
  return {
    at: isoTime(services.clock.now()),
    connections,
    workers,
    budget,
    putBack: putBack === 'hidden' ? null : putBack,
    mirror,
    queues,
    jobs,
    failures,
    optOuts,
    webhooks,
  };
}

async function readOrNull<T>(reading: Promise<T>): Promise<T | null> {
  return await withTimeout(reading, answerMilliseconds).catch(() => null);
}

async function readConnections({ connections }: PageServices): Promise<NonNullable<Overview['connections']>> {
  const [database, queue, psa, providerA] = await Promise.all([
    connections.database(),
    connections.queue(),
    connections.psa(),
    connections.providerA(),
  ]);
  return { database, queue, psa, providerA };
}

async function readQueues({ queues }: PageServices): Promise<QueueDepth[]> {
  return await Promise.all(
    Object.values(queues).map(async (queue) => {
      const counts = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed');
      const count = (state: string): number => counts[state] ?? 0;
      return {
        name: queue.name,
        waiting: count('waiting') + count('prioritized') + count('delayed'),
        active: count('active'),
        delayed: count('delayed'),
        failed: count('failed'),
      };
    }),
  );
}

async function countPutBack({ jobs, clock }: PageServices): Promise<ReadonlyMap<PutBack['reason'], number>> {
  return await jobs.countPutBack(isoTime(clock.now()));
}

async function readJobs(services: PageServices): Promise<RunningJobs> {
  const { jobs, estimateFinish, waitingFor } = services;
  const list = (status: JobStatus, limit: number) => jobs.list({ status, page: 1, limit });
  const [active, queued, putBack] = await Promise.all([
    list('active', shownJobs),
    list('queued', 1),
    countPutBack(services),
  ]);
  const running = active.items.map(async (record) => ({
    record,
    finishAt: await estimateFinish(record),
    waitingFor: await waitingFor(record),
  }));
  // A job that is put back has begun, and so its record is active.
  const back = [...putBack.values()].reduce((sum, count) => sum + count, 0);
  return {
    running: await Promise.all(running),
    active: Math.max(0, active.total - back),
    waiting: queued.total + back,
  };
}

/** The log holds no addresses of people; what reaches a page is masked all the same. */
async function readFailures({ errorLog }: PageServices): Promise<ErrorLogEntry[]> {
  const pages = await Promise.all(
    failureLevels.map(async (level) => errorLog.list({ level, page: 1, limit: shownFailures })),
  );
  return pages
    .flatMap(({ items }) => items)
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .map((entry) => ({ ...entry, message: maskPersons(entry.message) }));
}

async function readOptOuts({ optOuts }: PageServices): Promise<UnpushedOptOuts> {
  const list = (status: UnpushedStatus) => optOuts.list({ status, page: 1, limit: shownOptOuts });
  const [pending, failed, unknown] = await Promise.all(unpushedStatuses.map(list));
  const none = { items: [], total: 0, next: null };
  return { pending: pending ?? none, failed: failed ?? none, unknown_source: unknown ?? none };
}

async function readFailingWebhooks({ webhooks }: PageServices): Promise<WebhookRecord[]> {
  const all = await webhooks.management.list();
  return all.filter(({ failingSince, switchedOff }) => failingSince !== null || switchedOff !== null);
}
