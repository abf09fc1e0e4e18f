import type { DeliveryStatus } from '@leadbridge/contracts';
import { jobWaitReasons, unpushedStatuses, type UnpushedStatus } from '@leadbridge/contracts';
import type { PsaBudgetStatus } from '@leadbridge/integrations';
import { type Clock, withTimeout } from '@leadbridge/platform';
import type { JobProducer } from '@leadbridge/queue';
import type {
  DispatchMonitor,
  JobStore,
  SuppressionStore,
  PsaMirrorReader,
  ReconciliationStore,
} from '@leadbridge/usecases';
import { Gauge, type Registry } from 'prom-client';

import type { ApiServices } from '../services.js';
import { reconciliationPart } from './reconciliation-part.js';

export interface ServiceFigures {
  readonly clock: Clock;
  readonly queues: JobProducer['queues'];
  /** Throws while Redis is away. */
  readonly psaBudget: () => Promise<PsaBudgetStatus>;
  /** Jobs that are put back now, by what they wait for. */
  readonly countPutBack: () => ReturnType<JobStore['countPutBack']>;
  readonly countDeliveries: (
    statuses: readonly DeliveryStatus[],
  ) => Promise<ReadonlyMap<DeliveryStatus, number>>;
  readonly oldestPendingDelivery: () => Promise<Date | null>;
  readonly dispatchMonitor: Pick<DispatchMonitor, 'read'>;
  readonly optOuts: Pick<SuppressionStore, 'list'>;
  readonly oldestOptOut: (status: UnpushedStatus) => Promise<Date | null>;
  readonly workers: ApiServices['workers'];
  readonly mirror: Pick<PsaMirrorReader, 'states' | 'counts'>;
  readonly reconciliations: Pick<ReconciliationStore, 'lastFinished'>;
}

/** Sets the gauges of a part that was read in time, all at once. */
type Put = () => void;

/** Shorter than the ten seconds that Prometheus waits by default. */
const answerMilliseconds = 3_000;

/**
 * What all processes share: queues, workers, budget, deliveries, opt-outs. The answer reads it anew. A part that cannot be read is left out and
 * says so in `leadbridge_metrics_part_up`: what is stale would pass for good news.
 */
export function createServiceGauges(registry: Registry, figures: ServiceFigures): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge({ name: `leadbridge_${name}`, help, labelNames, registers: [registry] });
  const partUp = gauge('metrics_part_up', '1 where the part of these figures could be read', ['part']);
  const jobs = gauge('queue_jobs', 'Jobs in a queue by state', ['queue', 'state']);
  const oldest = gauge('queue_oldest_waiting_seconds', 'Age of the job that has waited longest; 0 for none', [
    'queue',
  ]);
  const putBack = gauge('jobs_put_back', 'Jobs that are put back, by what they wait for', ['reason']);
  const limit = gauge('psa_budget_limit', 'Requests to the PSA that are allowed per window', []);
  const used = gauge('psa_budget_used', 'Calls to the PSA within the window, by whom', ['priority']);
  const left = gauge('psa_budget_left', 'Calls to the PSA that may be made at once', []);
  const window = gauge('psa_budget_window_seconds', 'The rolling window of the budget', []);
  const free = gauge(
    'psa_budget_free',
    'Calls to the PSA that a newcomer of a priority may make at once: what is left to the more urgent is not among them',
    ['priority'],
  );
  const waiting = gauge('psa_budget_waiting', 'Calls that wait for the budget', ['priority']);
  const deliveries = gauge('deliveries', 'Deliveries to webhooks that are kept, by status', ['status']);
  const deliveryAge = gauge(
    'delivery_oldest_pending_seconds',
    'Age of the oldest delivery that is still to be made; 0 for none',
    [],
  );
  const dispatchAge = gauge(
    'event_dispatch_oldest_waiting_seconds',
    'Age of the oldest event that was not handed to the webhooks yet; 0 for none',
    [],
  );
  const dispatchStalled = gauge(
    'event_dispatch_stalled',
    '1 where events have waited for a minute in which none was handed on, or failed for a minute',
    [],
  );
  const optOuts = gauge('opt_outs', 'Opt-outs that their provider does not know of, by status', ['status']);
  const optOutAge = gauge(
    'opt_out_oldest_seconds',
    'Age of the oldest opt-out that its provider does not know of, by status; 0 for none',
    ['status'],
  );

  const workers = gauge('workers', 'Workers that were heard of within the last ten seconds', []);
  const lastSeen = gauge(
    'worker_last_seen_timestamp_seconds',
    'The last sign of life of any worker, in Unix seconds; 0 for none',
    [],
  );
  const psaFailing = gauge('psa_failing', '1 while the workers get no usable answers from the PSA', []);

  const ageSeconds = (since: Date | null): number =>
    since === null ? 0 : Math.max(0, figures.clock.now() - since.getTime()) / 1_000;

  const mirrored = gauge('psa_mirror_documents', 'Documents of the mirror of the PSA, by kind', ['kind']);
  const mirrorComplete = gauge(
    'psa_mirror_complete',
    '1 once all pages of a kind were seen: bulk imports may be decided by it then',
    ['kind'],
  );
  const mirrorAge = gauge(
    'psa_mirror_oldest_seconds',
    'How long ago the oldest document of the mirror was observed; 0 for none, and where no order lets it decide anything',
    ['kind'],
  );
  const deltaScans = gauge(
    'psa_mirror_delta_scans',
    'Looks for what came into the PSA, since the beginning',
    ['kind'],
  );

  async function readMirror(): Promise<Put> {
    const states = await figures.mirror.states();
    const read = await Promise.all(
      states.map(async (state) => ({ state, counts: await figures.mirror.counts(state.kind) })),
    );
    return () => {
      for (const { state, counts } of read) {
        const { kind } = state;
        mirrored.set({ kind }, counts.documents);
        mirrorComplete.set({ kind }, state.complete === null ? 0 : 1);
        const now = figures.clock.now();
        const oldestAt = state.order === 'unknown' ? now : (counts.oldestObservedAt ?? now);
        mirrorAge.set({ kind }, Math.max(0, now - oldestAt) / 1_000);
        deltaScans.set({ kind }, state.deltaScans);
      }
    };
  }

  async function readWorkers(): Promise<Put> {
    const state = await figures.workers();
    if (state === null) {
      throw new Error('Redis does not answer');
    }
    return () => {
      workers.set(state.alive);
      lastSeen.set(state.lastSeenAt === null ? 0 : Date.parse(state.lastSeenAt) / 1_000);
      psaFailing.set(state.psaFailure === null ? 0 : 1);
    };
  }

  async function readQueues(): Promise<Put> {
    const now = figures.clock.now();
    const read = await Promise.all(
      Object.values(figures.queues).map(async (queue) => {
        const [counts, first] = await Promise.all([
          queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
          queue.getJobs(['waiting'], 0, 0, true),
        ]);
        return { name: queue.name, counts, since: first[0]?.timestamp ?? now };
      }),
    );
    return () => {
      for (const { name, counts, since } of read) {
        for (const [state, count] of Object.entries(counts)) {
          jobs.set({ queue: name, state }, count);
        }
        oldest.set({ queue: name }, Math.max(0, now - since) / 1_000);
      }
    };
  }

  async function readPutBack(): Promise<Put> {
    const counts = await figures.countPutBack();
    return () => {
      for (const reason of jobWaitReasons.filter((each) => each !== 'no_worker')) {
        putBack.set({ reason }, counts.get(reason) ?? 0);
      }
    };
  }

  async function readBudget(): Promise<Put> {
    const budget = await figures.psaBudget();
    return () => {
      limit.set(budget.limit);
      left.set(budget.free);
      window.set(budget.windowSeconds);
      for (const [priority, count] of Object.entries(budget.freeFor)) {
        free.set({ priority }, count);
      }
      for (const [priority, count] of Object.entries(budget.waiting)) {
        waiting.set({ priority }, count);
      }
      for (const [priority, count] of Object.entries(budget.usedBy)) {
        used.set({ priority }, count);
      }
    };
  }

  async function readDeliveries(): Promise<Put> {
    const [counts, oldest] = await Promise.all([
      figures.countDeliveries(['pending', 'failed']),
      figures.oldestPendingDelivery(),
    ]);
    return () => {
      deliveryAge.set(ageSeconds(oldest));
      counts.forEach((count, status) => {
        deliveries.set({ status }, count);
      });
    };
  }

  async function readEventDispatch(): Promise<Put> {
    const { oldestWaitingSeconds, isStalled } = await figures.dispatchMonitor.read();
    return () => {
      dispatchAge.set(oldestWaitingSeconds);
      dispatchStalled.set(isStalled ? 1 : 0);
    };
  }

  async function readOptOuts(): Promise<Put> {
    const pages = await Promise.all(
      unpushedStatuses.map(async (status) => ({
        status,
        page: await figures.optOuts.list({ status, page: 1, limit: 1 }),
        oldest: await figures.oldestOptOut(status),
      })),
    );
    return () => {
      for (const { status, page, oldest } of pages) {
        optOuts.set({ status }, page.total);
        optOutAge.set({ status }, ageSeconds(oldest));
      }
    };
  }

  const parts = [
    { name: 'queues', read: readQueues, gauges: [jobs, oldest] },
    { name: 'psa_budget', read: readBudget, gauges: [limit, used, left, window, free, waiting] },
    { name: 'jobs', read: readPutBack, gauges: [putBack] },
    { name: 'workers', read: readWorkers, gauges: [workers, lastSeen, psaFailing] },
    { name: 'deliveries', read: readDeliveries, gauges: [deliveries, deliveryAge] },
    { name: 'event_dispatch', read: readEventDispatch, gauges: [dispatchAge, dispatchStalled] },
    { name: 'opt_outs', read: readOptOuts, gauges: [optOuts, optOutAge] },
    {
      name: 'psa_mirror',
      read: readMirror,
      gauges: [mirrored, mirrorComplete, mirrorAge, deltaScans],
    },
    reconciliationPart(registry, figures.reconciliations),
  ];

  return async () => {
    await Promise.all(
      parts.map(async ({ name, read, gauges }) => {
        try {
          const put = await withTimeout(read(), answerMilliseconds);
          put();
          partUp.set({ part: name }, 1);
        } catch {
          partUp.set({ part: name }, 0);
          for (const each of gauges) {
            each.reset();
            each.remove({});
          }
        }
      }),
    );
  };
}
