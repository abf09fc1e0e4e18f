import type { Schedule } from '@leadbridge/platform';
import * as store from '@leadbridge/store';
import { pushDueSuppressions } from '@leadbridge/usecases';

import type { ComposedMirror } from './compose-mirror.js';
import type { ComposedWebhooks } from './compose-webhooks.js';
import type { ComposedWork } from './compose-work.js';
import type { WorkerConfig } from './config.js';
import type { WorkerConnections } from './compose-connections.js';
import { endOrphanedTransactions } from './schedules/end-orphaned-transactions.js';
import { forgetExpired } from './schedules/forget-expired.js';
import { probePsa } from './schedules/probe-psa.js';
import { publishMetrics } from './schedules/publish-metrics.js';
import { pushSuppressions } from './schedules/push-suppressions.js';
import { reconcile } from './schedules/reconcile.js';
import { rollUpFacts } from './schedules/roll-up-facts.js';
import { sampleBudget } from './schedules/sample-budget.js';
import { sendHeartbeats } from './schedules/send-heartbeats.js';
import { sweepJobs } from './schedules/sweep-jobs.js';
import type { watchPsaSetup } from './schedules/watch-psa-setup.js';

interface Parts {
  readonly connections: WorkerConnections;
  readonly mirroring: Pick<ComposedMirror, 'start'>;
  readonly webhooks: Pick<ComposedWebhooks, 'startSchedules'>;
  readonly work: Pick<ComposedWork, 'imports' | 'optOuts' | 'reconciliations'>;
}

export async function startSchedules(config: WorkerConfig, parts: Parts): Promise<readonly Schedule[]> {
  const { connections, mirroring, webhooks, work } = parts;
  const { mongo, maintenance, queue, psa, clock, wakeUps, metrics, logger } = connections;
  const { runs } = work.imports;
  const { suppressions } = work.optOuts;
  const { reconciliations } = work.reconciliations;
  const events = store.createEventRetention(mongo);
  return [
    endOrphanedTransactions({
      transactions: store.createOrphanedTransactions(maintenance),
      lifetime: await store.transactionLifetime(maintenance),
      logger,
    }),
    sweepJobs({ runs, queue, clock, logger }),
    pushSuppressions({
      ...{ suppressions, wakeUps, clock, logger },
      push: async () => pushDueSuppressions(work.optOuts),
    }),
    rollUpFacts({ totals: store.createFactTotals(mongo), logger }),
    forgetExpired({
      what: 'audit entries',
      records: store.createAuditLog(mongo, clock),
      keepDays: config.auditRetentionDays,
      clock,
      logger,
    }),
    forgetExpired({ what: 'data of events', records: events, keepDays: events.keepDays, clock, logger }),
    reconcile({ reconciliations, queue, at: config.reconcileAt, clock, logger }),
    sampleBudget({
      budget: async () => psa.budget(),
      history: store.createPsaBudgetHistory(mongo),
      clock,
      logger,
    }),
    ...webhooks.startSchedules(),
    mirroring.start(),
    publishMetrics({ metrics, board: connections.metricsBoard, logger }),
    probePsa({
      board: connections.heartbeatBoard,
      probe: async () => psa.probe(),
      budget: { rateLimit: config.psaRateLimit, rateWindowSeconds: config.psaRateWindowSeconds },
      uptimeMs: () => performance.now(),
      logger,
    }),
  ];
}

/** Tells the API that this worker lives, and what it knows of the PSA. */
export function startHeartbeats(
  connections: WorkerConnections,
  setup: Pick<ReturnType<typeof watchPsaSetup>, 'lacking'>,
): Schedule {
  const { psa, metrics, logger } = connections;
  return sendHeartbeats({
    board: connections.heartbeatBoard,
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
}
