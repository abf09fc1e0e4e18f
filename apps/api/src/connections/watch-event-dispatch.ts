import { repeat, type Logger, type ShutdownStep } from '@leadbridge/platform';
import type { DispatchMonitor } from '@leadbridge/usecases';

const intervalMs = 10_000;

/**
 * Reports in the error log when events are not dispatched to webhooks. Runs in the API and not in a worker,
 * because a hanging or missing worker reports nothing; any number of APIs may do it.
 */
export function watchEventDispatch(deps: {
  readonly monitor: Pick<DispatchMonitor, 'reportStall'>;
  readonly logger: Logger;
}): ShutdownStep {
  const { monitor, logger } = deps;
  const schedule = repeat(
    async () => {
      if (await monitor.reportStall()) {
        logger.error('events are not dispatched to webhooks');
      }
      return intervalMs;
    },
    (error) => {
      logger.debug('the state of the event dispatch cannot be read', { error });
      return intervalMs;
    },
  );
  return { name: 'event dispatch watch', stop: async () => schedule.stop() };
}
