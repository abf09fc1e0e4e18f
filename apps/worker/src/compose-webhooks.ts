import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';

import { createAddressGuard, createTargetRate, createWebhookSender } from '@leadbridge/integrations';
import {
  createSecretBox,
  type Clock,
  type Logger,
  type Schedule,
  type ShutdownStep,
} from '@leadbridge/platform';
import { createDeliveryLanes, redisPrefixOf, type JobProducer } from '@leadbridge/queue';
import {
  createDeliveryStore,
  createEventDispatchStore,
  createLeases,
  createWebhookStore,
  type connectMongo,
} from '@leadbridge/store';
import type { DeliveryLaneDependencies, WakeUps } from '@leadbridge/usecases';

import type { WorkerConfig } from './config.js';
import { dispatchEventsOnSchedule } from './schedules/dispatch-events.js';
import { wakeDeliveriesOnSchedule } from './schedules/wake-deliveries.js';

/** Maximum events per minute to one webhook (specification, "Limits"). */
const eventsPerMinute = 1_000;

export interface ComposedWebhooks {
  readonly deliveries: DeliveryLaneDependencies;
  /** Must be called once the indexes exist. */
  startSchedules(): readonly Schedule[];
  /** Must run before the consumers are closed, because they wait for running work. */
  readonly announceStop: ShutdownStep;
  readonly close: ShutdownStep;
}

export function composeWebhooks(
  config: WorkerConfig,
  connections: {
    mongo: Awaited<ReturnType<typeof connectMongo>>;
    queue: JobProducer;
    wakeUps: WakeUps;
    clock: Clock;
    logger: Logger;
  },
): ComposedWebhooks {
  const { mongo, queue, wakeUps, clock, logger } = connections;
  const stopping = new AbortController();
  // Every lane listens to it.
  setMaxListeners(0, stopping.signal);
  const sender = createWebhookSender({
    guard: createAddressGuard(config.webhookAllowedAddresses),
    allowHttp: config.webhookAllowHttp,
    clock,
  });
  const events = createEventDispatchStore(mongo);
  const leases = createLeases(mongo);
  const lanes = createDeliveryLanes({ queue, clock, logger });
  const deliveries = createDeliveryStore(mongo);
  let retryScheduled = (): void => undefined;
  return {
    deliveries: {
      webhooks: createWebhookStore(mongo),
      deliveries: {
        ...deliveries,
        async recordAttempt(record) {
          await deliveries.recordAttempt(record);
          if (record.nextAttemptAt !== null) {
            retryScheduled();
          }
        },
      },
      rate: createTargetRate({
        redis: queue.connection,
        keyPrefix: redisPrefixOf(config),
        limit: eventsPerMinute,
      }),
      sender,
      // Without a configured key, a worker cannot read any secret, and its deliveries report that.
      box: createSecretBox([config.encryptionKey ?? randomBytes(32), ...config.encryptionPreviousKeys]),
      retryDelays: config.webhookRetryDelays,
      random: Math.random,
      clock,
      logger,
      stopping: stopping.signal,
    },
    startSchedules() {
      const retries = wakeDeliveriesOnSchedule({ events, lanes, clock, logger });
      retryScheduled = () => {
        retries.wake();
      };
      return [dispatchEventsOnSchedule({ events, leases, lanes, wakeUps, clock, logger }), retries];
    },
    announceStop: {
      name: 'deliveries',
      stop: () => {
        stopping.abort();
        return Promise.resolve();
      },
    },
    close: {
      name: 'webhooks',
      stop: () => {
        sender.close();
        return Promise.resolve();
      },
    },
  };
}
