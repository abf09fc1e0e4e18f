import { repeat, type Logger, type Schedule } from '@leadbridge/platform';
import type { HeartbeatBoard, PsaCallSummary } from '@leadbridge/usecases';

const intervalMs = 2_000;

/**
 * Publishes every two seconds that this worker lives and how the PSA responds to it. A process that is
 * frozen, or cut off from Redis and therefore from its queues, publishes nothing.
 */
export function sendHeartbeats(deps: {
  readonly board: Pick<HeartbeatBoard, 'publish' | 'withdraw'>;
  readonly instance: string;
  readonly psaCalls: () => PsaCallSummary;
  readonly logger: Logger;
}): Schedule {
  const { board, instance, psaCalls, logger } = deps;
  const schedule = repeat(
    async () => {
      await board.publish(instance, psaCalls());
      return intervalMs;
    },
    (error) => {
      logger.debug('a heartbeat of this worker could not be sent; will retry', { error });
      return intervalMs;
    },
  );

  return {
    async stop() {
      await schedule.stop();
      await board.withdraw(instance).catch(() => undefined);
    },
  };
}
