import { Gauge, type Registry } from 'prom-client';

import { budgetPart } from './parts/budget-part.js';
import { deliveriesPart } from './parts/deliveries-part.js';
import { eventDispatchPart } from './parts/event-dispatch-part.js';
import type { ServiceFigures } from './parts/figures.js';
import { registerPart, type MetricsPart } from './parts/metrics-part.js';
import { mirrorPart } from './parts/mirror-part.js';
import { optOutsPart } from './parts/opt-outs-part.js';
import { putBackPart } from './parts/put-back-part.js';
import { queuesPart } from './parts/queues-part.js';
import { reconciliationPart } from './parts/reconciliation-part.js';
import { workersPart } from './parts/workers-part.js';

/** Without a mirror, what an earlier one has left says nothing. */
export type GivenFigures = Omit<ServiceFigures, 'mirror'> & {
  readonly mirror: ServiceFigures['mirror'] | null;
};

/** Read again for each response; `leadbridge_metrics_part_up` tells which part could be read. */
export function createServiceGauges(registry: Registry, figures: GivenFigures): () => Promise<void> {
  const partUp = new Gauge({
    name: 'leadbridge_metrics_part_up',
    help: '1 where the part of these figures could be read',
    labelNames: ['part'],
    registers: [registry],
  });
  const { clock, mirror } = figures;
  const serve = <F>(part: MetricsPart<F>, given: F) => ({
    part: part.name,
    update: registerPart(registry, part, given),
  });
  const parts = [
    serve(queuesPart, figures),
    serve(budgetPart, figures),
    serve(putBackPart, figures),
    serve(workersPart, figures),
    serve(deliveriesPart, figures),
    serve(eventDispatchPart, figures),
    serve(optOutsPart, figures),
    ...(mirror === null ? [] : [serve(mirrorPart, { mirror, clock })]),
    serve(reconciliationPart, figures),
  ];
  return async () => {
    await Promise.all(
      parts.map(async ({ part, update }) => {
        const isRead = await update().then(
          () => true,
          () => false,
        );
        partUp.set({ part }, Number(isRead));
      }),
    );
  };
}
