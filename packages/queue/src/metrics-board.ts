import type { RedisConnection } from './connections.js';

/** Longer than three publication intervals, so that a missed one does not remove the process. */
const ttlSeconds = 20;

/** Metrics that processes without an address of their own store in Redis, for an API that serves them. */
export type MetricsBoard = ReturnType<typeof createMetricsBoard>;

/**
 * One key per instance, because keys expire by the clock of Redis, and a set of their names, because nothing
 * here scans the whole key space.
 *
 * @param keyPrefix the prefix of the queues
 */
export function createMetricsBoard(redis: RedisConnection, keyPrefix: string) {
  const instancesKey = `${keyPrefix}:metrics:instances`;
  const keyOf = (instance: string): string => `${keyPrefix}:metrics:instance:${instance}`;

  return {
    /** Expires after twenty seconds. Rejects if Redis is unavailable. */
    async publish(instance: string, exposition: string): Promise<void> {
      await redis
        .multi()
        .set(keyOf(instance), exposition, 'EX', ttlSeconds)
        .sadd(instancesKey, instance)
        .exec();
    },

    /** Removes what `instance` published, because it is about to end. */
    async withdraw(instance: string): Promise<void> {
      await redis.multi().del(keyOf(instance)).srem(instancesKey, instance).exec();
    },

    /** The latest publication of each live process. Rejects if Redis is unavailable. */
    async read(): Promise<readonly string[]> {
      const instances = await redis.smembers(instancesKey);
      if (instances.length === 0) {
        return [];
      }
      const published = await redis.mget(instances.map(keyOf));
      const gone = instances.filter((_instance, index) => typeof published[index] !== 'string');
      if (gone.length > 0) {
        // An instance that is only late is added again with its next publication.
        await redis.srem(instancesKey, ...gone);
      }
      return published.filter((exposition) => exposition !== null);
    },
  };
}
