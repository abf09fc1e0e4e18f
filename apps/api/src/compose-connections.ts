import { randomBytes } from 'node:crypto';

import { createPsaBudgetReader } from '@leadbridge/integrations';
import { createSecretBox, type Clock, type Logger, type ShutdownStep } from '@leadbridge/platform';
import { createJobQueue } from '@leadbridge/queue';
import * as store from '@leadbridge/store';
import { createLiveSettings } from '@leadbridge/usecases';

import type { ApiConfig } from './config.js';
import { limiterConnection } from './connections/limiter-connection.js';
import { watchEventDispatch } from './connections/watch-event-dispatch.js';

export type ApiConnections = Awaited<ReturnType<typeof connectApi>>;

/**
 * Connects the servers and the settings; stored data of earlier releases is upgraded first.
 *
 * @param given.keyPrefix prefix of every key in Redis
 * @param given.clock a fixed one, for tests
 */
export async function connectApi(
  config: ApiConfig,
  logger: Logger,
  given: { readonly keyPrefix: string; readonly clock: Clock | undefined },
) {
  const { keyPrefix } = given;
  const mongo = await store.connectMongo(config.mongodbUri, store.requestTimeouts);
  await store.upgradeDatabase(mongo, { logger });
  const databaseClock = await store.createDatabaseClock(mongo);
  const clock = given.clock ?? databaseClock;
  const queue = createJobQueue({ redis: config, prefix: keyPrefix, clock, logger });
  const redis = limiterConnection(config, logger);
  const psaBudget = createPsaBudgetReader({
    ...{ redis, keyPrefix: `${keyPrefix}:psa`, clock, logger },
    rateLimit: config.psaRateLimit,
    rateWindowSeconds: config.psaRateWindowSeconds,
  });
  const encryptionKeys = [config.encryptionKey ?? randomBytes(32), ...config.encryptionPreviousKeys] as const;
  const configs = store.createConfigStore(mongo);
  const { defaultCountry } = config;
  const wakeUps = store.createWakeUps(mongo, { collections: ['configuration'], logger });
  const settings = await createLiveSettings({ store: configs, defaultCountry, wakeUps, logger });
  const changes = store.createChangeWatch(mongo, { clock, logger });
  const dispatchMonitor = store.createDispatchMonitor(mongo);
  return {
    mongo,
    clock,
    queue,
    redis,
    keyPrefix,
    psaBudget,
    configs,
    settings,
    changes,
    dispatchMonitor,
    logger,
    encryptionKeys,
    secrets: createSecretBox(encryptionKeys),
    mirror: store.createPsaMirrorStore(mongo),
    /** What to close once no request runs any more, in order: what uses the servers, and then the servers. */
    steps: {
      users: [settings, wakeUps, watchEventDispatch({ monitor: dispatchMonitor, logger })],
      servers: [
        { name: 'changes', stop: async () => changes.close() },
        { name: 'queue', stop: async () => queue.close() },
        { name: 'budget', stop: async () => Promise.resolve(psaBudget.close()) },
        { name: 'redis', stop: async () => Promise.resolve(redis.disconnect()) },
        { name: 'clock', stop: async () => Promise.resolve(databaseClock.close()) },
        { name: 'mongodb', stop: async () => mongo.close() },
      ],
    } satisfies Readonly<Record<string, readonly ShutdownStep[]>>,
  };
}
