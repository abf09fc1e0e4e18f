import type { ReconciliationStore } from '@leadbridge/usecases';
import type { Registry } from 'prom-client';

import { gaugeOf, type MetricsPart } from './metrics-part.js';

export function reconciliationPart(
  registry: Registry,
  reconciliations: Pick<ReconciliationStore, 'lastFinished'>,
): MetricsPart {
  const findings = gaugeOf(
    registry,
    'reconciliation_findings',
    'Findings of the last reconciliation, by kind',
    ['kind'],
  );
  const unresolved = gaugeOf(
    registry,
    'reconciliation_unresolved',
    'Findings of the last reconciliation of which no remedy was taken',
  );
  const finishedAt = gaugeOf(
    registry,
    'reconciliation_last_finished_timestamp_seconds',
    'When the PSA was last compared with the records, in Unix seconds; 0 for never',
  );
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
