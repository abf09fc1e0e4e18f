import { randomBytes } from 'node:crypto';

import { createAddressGuard, createTargetRate, createWebhookSender } from '@leadbridge/integrations';
import { createSecretBox, type Clock, type Logger, type ShutdownStep } from '@leadbridge/platform';
import { createDeliveryLanes, redisPrefixOf, type JobProducer } from '@leadbridge/queue';
import {
  createDeliveryStore,
  createEventDispatchStore,
  createLeases,
  createWebhookStore,
  type connectMongo,
} from '@leadbridge/store';
import type { DeliveryLaneDependencies } from '@leadbridge/usecases';

import type { WorkerConfig } from './config.js';
import { dispatchEventsOnSchedule } from './schedules/dispatch-events.js';
import type { Schedule } from './schedules/repeat.js';
import { wakeDeliveriesOnSchedule } from './schedules/wake-deliveries.js';

/** Events to one webhook a minute (specification, "Limits"). */
const eventsPerMinute = 1_000;

export interface ComposedWebhooks {
  readonly deliveries: DeliveryLaneDependencies;
  /** To be called once the indexes are there. */
  startSchedules(): readonly Schedule[];
  /** Comes before the consumers are closed, which wait for what is under way. */
  readonly announceStop: ShutdownStep;
  readonly close: ShutdownStep;
}

/** Everything that events out need. */
export function composeWebhooks(
  config: WorkerConfig,
  connections: {
    mongo: Awaited<ReturnType<typeof connectMongo>>;
    queue: JobProducer;
    clock: Clock;
    logger: Logger;
  },
): ComposedWebhooks {
  const { mongo, queue, clock, logger } = connections;
  const stopping = new AbortController();
  const sender = createWebhookSender({
    guard: createAddressGuard(config.webhookAllowedAddresses),
    allowHttp: config.webhookAllowHttp,
    clock,
  });
  const events = createEventDispatchStore(mongo);
  const leases = createLeases(mongo);
  const lanes = createDeliveryLanes({ queue, logger });
  return {
    deliveries: {
      webhooks: createWebhookStore(mongo),
      deliveries: createDeliveryStore(mongo),
      rate: createTargetRate({
        redis: queue.connection,
        keyPrefix: redisPrefixOf(config),
        limit: eventsPerMinute,
      }),
      sender,
      // Without a key of its own a worker reads no secret, and its deliveries say so.
      box: createSecretBox([config.encryptionKey ?? randomBytes(32), ...config.encryptionPreviousKeys]),
      retryDelays: config.webhookRetryDelays,
      random: Math.random,
      clock,
      logger,
      stopping: stopping.signal,
    },
    startSchedules: () =>
      [dispatchEventsOnSchedule, wakeDeliveriesOnSchedule].map((start) =>
        start({ events, leases, lanes, clock, logger }),
      ),
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
