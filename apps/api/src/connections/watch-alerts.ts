import { randomUUID } from 'node:crypto';

import { withTimeout, type Logger, type ShutdownStep } from '@leadbridge/platform';
import { deliverAlerts } from '@leadbridge/usecases';
import type { AlertDeliveryDependencies, AlertWatch, Leases } from '@leadbridge/usecases';

import { lookEvery } from './look-every.js';

const deliverEveryMs = 1_000;
/** A process that was killed keeps the others waiting for two of its looks, and for this. */
const leaseMarginMs = 5_000;
/** Milliseconds that attempts get to end when the process stops; another one repeats them after that. */
const stopGraceMs = 3_000;

/**
 * Looks for what alerts tell, one API at a time, and delivers them, which all APIs may do. Not in a worker,
 * because without one nobody would tell that there is none.
 */
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

  const looks = lookEvery(checkMs, {
    name: 'alerts',
    async look() {
      try {
        if (await leases.acquire('watch-alerts', holder, 2 * checkMs + leaseMarginMs)) {
          await watch.look();
        } else {
          watch.forget();
        }
      } catch (error) {
        logger.debug('the conditions of alerts cannot be looked at; will retry', { error });
      }
    },
  });
  const deliveries = lookEvery(deliverEveryMs, {
    name: 'deliveries of alerts',
    async look() {
      try {
        for (const attempt of await deliverAlerts(deps.deliveries)) {
          underWay.add(attempt);
          void attempt.finally(() => underWay.delete(attempt));
        }
      } catch (error) {
        logger.debug('alerts cannot be delivered; will retry', { error });
      }
    },
  });
  return [
    {
      name: looks.name,
      async stop() {
        await looks.stop();
        await leases.release('watch-alerts', holder).catch(() => undefined);
      },
    },
    {
      name: deliveries.name,
      async stop() {
        await deliveries.stop();
        await withTimeout(Promise.all(underWay), stopGraceMs).catch(() => undefined);
      },
    },
  ];
}
