import { repeat, type Logger, type Schedule } from '@leadbridge/platform';
import type { MetricsBoard } from '@leadbridge/queue';

import type { WorkerMetrics } from '../metrics/worker-metrics.js';

/** Milliseconds. */
const intervalMs = 5_000;

/** Every five seconds, for the APIs: a worker has no address to scrape. */
export function publishMetrics(deps: {
  readonly metrics: Pick<WorkerMetrics, 'instance' | 'exposition'>;
  readonly board: Pick<MetricsBoard, 'publish' | 'withdraw'>;
  readonly logger: Logger;
}): Schedule {
  const { metrics, board, logger } = deps;
  const schedule = repeat(
    async () => {
      await board.publish(metrics.instance, await metrics.exposition());
      return intervalMs;
    },
    (error) => {
      logger.debug('the metrics of this worker could not be published; will retry', { error });
      return intervalMs;
    },
  );

  return {
    async stop() {
      await schedule.stop();
      await board.withdraw(metrics.instance).catch(() => undefined);
    },
  };
}
