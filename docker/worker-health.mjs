import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

import { Redis } from 'ioredis';

/**
 * The health check of a worker, which listens on no port: a worker of this container must have sent a heartbeat within the last ten seconds
 * (`packages/queue/src/heartbeat-board.ts`). One that is frozen keeps its connections and sends none.
 */
const key = 'leadbridge:heartbeats';
const aliveMs = 10_000;

const { REDIS_URL, REDIS_URL_FILE } = process.env;

const redis = new Redis(REDIS_URL || readFileSync(REDIS_URL_FILE, 'utf8').trim(), {
  maxRetriesPerRequest: 0,
  connectTimeout: 2_000,
  retryStrategy: null,
});
redis.on('error', () => {});
try {
  const [[seconds, microseconds], beats] = await Promise.all([redis.time(), redis.hgetall(key)]);
  const now = Number(seconds) * 1_000 + Number(microseconds) / 1_000;
  const isAlive = Object.entries(beats).some(([instance, text]) => {
    const { at, isEnded } = JSON.parse(text);
    return instance.startsWith(`${hostname()}-`) && !isEnded && now - at <= aliveMs;
  });
  process.exitCode = isAlive ? 0 : 1;
} catch {
  process.exitCode = 1;
} finally {
  redis.disconnect();
}
