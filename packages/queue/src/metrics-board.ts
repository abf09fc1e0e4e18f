import type { RedisConnection } from './connections.js';

/** Longer than three times between two publications: one that was missed is no reason to vanish. */
const ttlSeconds = 20;

/** Figures that processes without an address of their own leave in Redis, for one that is asked for them. */
export interface MetricsBoard {
  /** Replaces what `instance` published before; it is forgotten after twenty seconds. Rejects when Redis is unavailable. */
  publish(instance: string, exposition: string): Promise<void>;
  /** Forgets what `instance` published, as it is about to end. */
  withdraw(instance: string): Promise<void>;
  /** What each process that is alive published last. Rejects when Redis is unavailable. */
  read(): Promise<readonly string[]>;
}

/**
 * A key for each instance, as keys expire by the clock of Redis, and a set of their names, as nothing here searches the whole key space.
 *
 * @param keyPrefix the one of the queues
 */
export function createMetricsBoard(redis: RedisConnection, keyPrefix: string): MetricsBoard {
  const instancesKey = `${keyPrefix}:metrics:instances`;
  const keyOf = (instance: string): string => `${keyPrefix}:metrics:instance:${instance}`;

  return {
    async publish(instance, exposition) {
      await redis
        .multi()
        .set(keyOf(instance), exposition, 'EX', ttlSeconds)
        .sadd(instancesKey, instance)
        .exec();
    },

    async withdraw(instance) {
      await redis.multi().del(keyOf(instance)).srem(instancesKey, instance).exec();
    },

    async read() {
      const instances = await redis.smembers(instancesKey);
      if (instances.length === 0) {
        return [];
      }
      const published = await redis.mget(instances.map(keyOf));
      const gone = instances.filter((_instance, index) => typeof published[index] !== 'string');
      if (gone.length > 0) {
        // One that is only late is in the set again with its next publication.
        await redis.srem(instancesKey, ...gone);
      }
      return published.filter((exposition) => exposition !== null);
    },
  };
}
