import { randomUUID } from 'node:crypto';

import { repeat, withTimeout, type Logger, type ShutdownStep } from '@leadbridge/platform';
import {
  deliverAlerts,
  type AlertDeliveryDependencies,
  type AlertWatch,
  type Leases,
} from '@leadbridge/usecases';

/** Between two looks for due deliveries, while any is pending and while none is: another API may have told an alert and died. */
const pauseMs = 1_000;
const maxPauseMs = 10_000;
/** A process that was killed keeps the others waiting for two of its looks, and for this. */
const leaseMarginMs = 5_000;
/** Milliseconds that attempts get to end when the process stops; another one repeats them after that. */
const stopGraceMs = 3_000;

/** Not in a worker, because without one nobody would tell that there is none. One API at a time looks. */
export function watchAlerts(deps: {
  readonly watch: AlertWatch;
  readonly deliveries: AlertDeliveryDependencies;
  readonly leases: Leases;
  readonly checkSeconds: number;
  readonly logger: Logger;
}): readonly ShutdownStep[] {
  const { watch, leases, logger } = deps;
  const holder = randomUUID();
  const checkMs = deps.checkSeconds * 1_000;
  const underWay = new Set<Promise<void>>();

  const deliveries = repeat(
    async () => {
      const { attempts, arePending } = await deliverAlerts(deps.deliveries);
      for (const attempt of attempts) {
        underWay.add(attempt);
        void attempt.finally(() => underWay.delete(attempt));
      }
      return arePending ? pauseMs : maxPauseMs;
    },
    (error) => {
      logger.debug('alerts cannot be delivered; will retry', { error });
      return pauseMs;
    },
  );
  // Not at once: what is there only appears while the service starts, such as its workers.
  let isStarting = true;
  const looks = repeat(
    async () => {
      if (isStarting) {
        isStarting = false;
      } else if (await leases.acquire('watch-alerts', holder, 2 * checkMs + leaseMarginMs)) {
        await watch.look();
        deliveries.wake();
      } else {
        watch.forget();
      }
      return checkMs;
    },
    (error) => {
      logger.debug('the conditions of alerts cannot be looked at; will retry', { error });
      return checkMs;
    },
  );
  return [
    {
      name: 'alerts',
      async stop() {
        await looks.stop();
        await leases.release('watch-alerts', holder).catch(() => undefined);
      },
    },
    {
      name: 'deliveries of alerts',
      async stop() {
        await deliveries.stop();
        await withTimeout(Promise.all(underWay), stopGraceMs).catch(() => undefined);
      },
    },
  ];
}
