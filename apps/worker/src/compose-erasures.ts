import { createSecretBox, openBytes, type Clock } from '@leadbridge/platform';
import { createQueueTraces, redisPrefixOf, type JobProducer } from '@leadbridge/queue';
import { createErasureStore, openSuppressionHash, type connectMongo } from '@leadbridge/store';
import type { ErasureDependencies } from '@leadbridge/usecases';

import type { WorkerConfig } from './config.js';

type Keys = Pick<WorkerConfig, 'encryptionKey' | 'encryptionPreviousKeys'>;
type Mongo = Awaited<ReturnType<typeof connectMongo>>;

/** Everything that erasures need in addition to what all jobs use. */
export function composeErasures(
  config: Keys & Pick<WorkerConfig, 'redisUrl'>,
  parts: { mongo: Mongo; queue: JobProducer; clock: Clock; settings: ErasureDependencies['settings'] },
): ErasureDependencies {
  const { mongo, queue, clock, settings } = parts;
  const keys = keysOf(config);
  return {
    clock,
    settings,
    store: createErasureStore(mongo),
    queues: createQueueTraces({
      connection: queue.connection,
      queues: queue.queues,
      prefix: redisPrefixOf(config),
    }),
    // Decrypts the responses that the API stored for retried requests.
    openResponse: (id, sealed) =>
      keys.map((key) => openBytes(key, id, sealed)).find((text) => text !== null) ?? null,
  };
}

/** @throws Error if the key of hashed opt-outs cannot be decrypted */
export async function openHashedOptOuts(config: Keys, mongo: Mongo): Promise<void> {
  const [current, ...former] = keysOf(config);
  const box =
    config.encryptionKey === null || current === undefined ? null : createSecretBox([current, ...former]);
  await openSuppressionHash(mongo, box);
}

function keysOf({ encryptionKey, encryptionPreviousKeys }: Keys): readonly Buffer[] {
  return [...(encryptionKey === null ? [] : [encryptionKey]), ...encryptionPreviousKeys];
}
