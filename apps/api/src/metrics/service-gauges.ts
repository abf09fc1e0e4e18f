import { withTimeout, type Clock } from '@leadbridge/platform';
import type { PsaBudgetStatus } from '@leadbridge/integrations';
import type { JobProducer } from '@leadbridge/queue';
import type { DispatchMonitor, JobStore, PsaMirrorReader, ReconciliationStore } from '@leadbridge/usecases';
import type { Registry } from 'prom-client';

import type { ApiServices } from '../services.js';
import { budgetPart } from './parts/budget-part.js';
import { deliveriesPart, type DeliveryFigures } from './parts/deliveries-part.js';
import { eventDispatchPart } from './parts/event-dispatch-part.js';
import { gaugeOf, type MetricsPart } from './parts/metrics-part.js';
import { mirrorPart } from './parts/mirror-part.js';
import { optOutsPart, type OptOutFigures } from './parts/opt-outs-part.js';
import { putBackPart } from './parts/put-back-part.js';
import { queuesPart } from './parts/queues-part.js';
import { reconciliationPart } from './parts/reconciliation-part.js';
import { workersPart } from './parts/workers-part.js';

export interface ServiceFigures extends DeliveryFigures, OptOutFigures {
  readonly clock: Clock;
  readonly queues: JobProducer['queues'];
  /** Throws while Redis is unavailable. */
  readonly psaBudget: () => Promise<PsaBudgetStatus>;
  /** Jobs that are currently put back, by what they wait for. */
  readonly countPutBack: () => ReturnType<JobStore['countPutBack']>;
  readonly dispatchMonitor: Pick<DispatchMonitor, 'read'>;
  readonly workers: ApiServices['workers'];
  /** Null if there is none: what an earlier one has left says nothing. */
  readonly mirror: Pick<PsaMirrorReader, 'states' | 'counts'> | null;
  readonly reconciliations: Pick<ReconciliationStore, 'lastFinished'>;
}

/** Shorter than the ten seconds that Prometheus waits by default. */
const responseMs = 3_000;

/**
 * The shared metrics: queues, workers, budget, deliveries, opt-outs. Each response reads them again. A part
 * that cannot be read is omitted and reported in `leadbridge_metrics_part_up`, because stale values would
 * look like good news.
 */
export function createServiceGauges(registry: Registry, figures: ServiceFigures): () => Promise<void> {
  const partUp = gaugeOf(registry, 'metrics_part_up', '1 where the part of these figures could be read', [
    'part',
  ]);
  const { clock, mirror } = figures;
  const parts: readonly MetricsPart[] = [
    queuesPart(registry, figures),
    budgetPart(registry, figures.psaBudget),
    putBackPart(registry, figures.countPutBack),
    workersPart(registry, figures.workers),
    deliveriesPart(registry, figures),
    eventDispatchPart(registry, figures.dispatchMonitor),
    optOutsPart(registry, figures),
    ...(mirror === null ? [] : [mirrorPart(registry, { mirror, clock })]),
    reconciliationPart(registry, figures.reconciliations),
  ];
  return async () => {
    await Promise.all(parts.map(async (part) => partUp.set({ part: part.name }, await update(part))));
  };
}

/** @returns 1 if the part was read in time; otherwise its gauges are empty */
async function update({ read, gauges }: MetricsPart): Promise<0 | 1> {
  try {
    const setGauges = await withTimeout(read(), responseMs);
    setGauges();
    return 1;
  } catch {
    for (const gauge of gauges) {
      gauge.reset();
      gauge.remove({});
    }
    return 0;
  }
}
