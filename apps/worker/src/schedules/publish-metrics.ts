import type { Logger } from '@leadbridge/platform';
import type { MetricsBoard } from '@leadbridge/queue';

import type { WorkerMetrics } from '../metrics/worker-metrics.js';
import type { Schedule } from './sweep-jobs.js';

const intervalMilliseconds = 5_000;

/** Hands the worker's figures to the APIs every five seconds: a worker listens nowhere, so that nobody can ask it. */
export function publishMetrics(deps: {
  readonly metrics: Pick<WorkerMetrics, 'instance' | 'exposition'>;
  readonly board: Pick<MetricsBoard, 'publish' | 'withdraw'>;
  readonly logger: Logger;
}): Schedule {
  const { metrics, board, logger } = deps;
  let publishing = publish();

  async function publish(): Promise<void> {
    try {
      await board.publish(metrics.instance, await metrics.exposition());
    } catch (error) {
      logger.debug('the figures of this worker were not published; the next ones are', { error });
    }
  }

  const timer = setInterval(() => {
    publishing = publish();
  }, intervalMilliseconds);

  return {
    async stop() {
      clearInterval(timer);
      await publishing;
      await board.withdraw(metrics.instance).catch(() => undefined);
    },
  };
}
