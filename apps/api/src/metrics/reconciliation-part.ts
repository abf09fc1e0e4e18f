import type { ReconciliationStore } from '@leadbridge/usecases';
import { Gauge, type Registry } from 'prom-client';

/** The gauges of the last reconciliation, and how they are read: see `createServiceGauges`. */
export function reconciliationPart(
  registry: Registry,
  reconciliations: Pick<ReconciliationStore, 'lastFinished'>,
) {
  const findings = new Gauge({
    name: 'leadbridge_reconciliation_findings',
    help: 'Findings of the last reconciliation, by kind',
    labelNames: ['kind'],
    registers: [registry],
  });
  const unresolved = new Gauge({
    name: 'leadbridge_reconciliation_unresolved',
    help: 'Findings of the last reconciliation of which no remedy was taken',
    registers: [registry],
  });
  const finishedAt = new Gauge({
    name: 'leadbridge_reconciliation_last_finished_timestamp_seconds',
    help: 'When the PSA was last compared with the records, in Unix seconds; 0 for never',
    registers: [registry],
  });

  return {
    name: 'reconciliation',
    gauges: [findings, unresolved, finishedAt],
    read: async () => {
      const last = await reconciliations.lastFinished();
      return () => {
        const counts = Object.entries(last?.counts ?? {});
        counts.forEach(([kind, count]) => {
          findings.set({ kind }, count);
        });
        const all = counts.reduce((sum, [, count]) => sum + count, 0);
        unresolved.set(Math.max(0, all - (last?.resolved ?? 0)));
        const at = last?.finishedAt ?? null;
        finishedAt.set(at === null ? 0 : Date.parse(at) / 1_000);
      };
    },
  };
}
