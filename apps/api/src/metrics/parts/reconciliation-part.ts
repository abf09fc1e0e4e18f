import type { ServiceFigures } from './figures.js';
import { definePart } from './metrics-part.js';

export const reconciliationPart = definePart({
  name: 'reconciliation',
  gauges: {
    reconciliation_findings: ['Findings of the last reconciliation, by kind', 'kind'],
    reconciliation_unresolved: ['Findings of the last reconciliation of which no remedy was taken'],
    reconciliation_last_finished_timestamp_seconds: [
      'When the PSA was last compared with the records, in Unix seconds; 0 for never',
    ],
  },
  read: async ({ reconciliations }: Pick<ServiceFigures, 'reconciliations'>) => {
    const last = await reconciliations.lastFinished();
    const counts: Readonly<Record<string, number>> = last?.counts ?? {};
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return {
      reconciliation_findings: counts,
      reconciliation_unresolved: Math.max(0, all - (last?.resolved ?? 0)),
      reconciliation_last_finished_timestamp_seconds: Date.parse(last?.finishedAt ?? epoch) / 1_000,
    };
  },
});

const epoch = '1970-01-01';
