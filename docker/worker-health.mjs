import { once } from 'node:events';
import { hostname } from 'node:os';

import { loadConfig, sharedVariables, silentLogger } from '@leadbridge/platform';
import { producerConnection, redisPrefixOf } from '@leadbridge/queue';

/**
 * The health check of a worker, which listens on no port: a worker of this container must have sent a heartbeat within the last ten seconds
 * (`packages/queue/src/heartbeat-board.ts`). One that is frozen keeps its connections and sends none. With `--live`, for a probe that restarts
 * the container, a Redis that is away or takes no writes is no failure: a restart would not help.
 */
const aliveMs = 10_000;
const connectTimeoutMs = 3_000;

const { redisUrl, redisPassword, redisSentinelPassword, redisCa } = sharedVariables;
const settings = loadConfig({ redisUrl, redisPassword, redisSentinelPassword, redisCa }, process.env, {
  production: false,
});
const restarts = process.argv.includes('--live');
const redis = producerConnection(settings, silentLogger);
try {
  await once(redis, 'ready', { signal: AbortSignal.timeout(connectTimeoutMs) });
  const [[seconds, microseconds], beats] = await Promise.all([
    redis.time(),
    redis.hgetall(`${redisPrefixOf(settings)}:heartbeats`),
  ]);
  const now = Number(seconds) * 1_000 + Number(microseconds) / 1_000;
  const isAlive = Object.entries(beats).some(([instance, text]) => {
    const { at, isEnded } = JSON.parse(text);
    return instance.startsWith(`${hostname()}-`) && !isEnded && now - at <= aliveMs;
  });
  if (restarts && !isAlive) {
    // Fails if Redis takes no writes, and so no heartbeat.
    await redis.set(`${redisPrefixOf(settings)}:health-check`, '1', 'PX', 1_000);
  }
  process.exitCode = isAlive ? 0 : 1;
} catch {
  process.exitCode = restarts ? 0 : 1;
} finally {
  redis.disconnect();
}
