import type { Logger, ShutdownStep } from '@leadbridge/platform';
import type { DispatchMonitor } from '@leadbridge/usecases';

import { lookEvery } from './look-every.js';

const intervalMs = 5_000;

/**
 * Reports in the error log when events are not dispatched to webhooks. Runs in the API and not in a worker,
 * because a hanging or missing worker reports nothing; any number of APIs may do it.
 */
export function watchEventDispatch(deps: {
  readonly monitor: Pick<DispatchMonitor, 'reportStall'>;
  readonly logger: Logger;
}): ShutdownStep {
  const { monitor, logger } = deps;
  return lookEvery(intervalMs, {
    name: 'event dispatch watch',
    async look() {
      try {
        if (await monitor.reportStall()) {
          logger.error('events are not dispatched to webhooks');
        }
      } catch (error) {
        logger.debug('the state of the event dispatch cannot be read', { error });
      }
    },
  });
}
