import { randomBytes } from 'node:crypto';

import { runRedisScript } from '@leadbridge/platform';
import type { TargetRate } from '@leadbridge/usecases';
import type { Cluster, Redis } from 'ioredis';

const windowMilliseconds = 60_000;

/** A request counts at most for the sender's timeout, plus some time for a busy process. */
const maxRequestMs = 20_000;

/**
 * KEYS 1: the events that count, each with the latest time at which the target can have received it: in the
 * future while a request is in progress, then the end of the request. The target itself therefore never
 * receives more in any window than this contains.
 */
const prelude = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** ARGV: window, limit, slots wanted, longest request, name. Returns slots, and the wait for one. */
const takeScript = `${prelude}
local window, limit, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local granted = math.max(0, math.min(wanted, limit - redis.call('ZCARD', KEYS[1])))
for i = 1, granted do
  redis.call('ZADD', KEYS[1], now + tonumber(ARGV[4]), ARGV[5] .. ':' .. i)
end
redis.call('PEXPIRE', KEYS[1], window + tonumber(ARGV[4]))
local wait = 0
if granted == 0 then
  wait = tonumber(redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]) + window - now + 1
end
return { granted, wait }
`;

const settleScript = `${prelude}
for i = 1, #ARGV do
  redis.call('ZADD', KEYS[1], 'XX', now, ARGV[i])
end
return {}
`;

/**
 * The limit of events per webhook and minute, across all workers: an exact rolling window in Redis, on
 * Redis's clock (specification, "Limits"). Requests above the limit wait.
 */
export function createTargetRate(settings: {
  redis: Redis | Cluster;
  keyPrefix: string;
  /** Events per minute. */
  limit: number;
  windowMilliseconds?: number;
}): TargetRate {
  const { redis, keyPrefix, limit } = settings;
  const window = settings.windowMilliseconds ?? windowMilliseconds;
  const keyOf = (webhookId: string): string => `${keyPrefix}:webhook-rate:${webhookId}`;

  return {
    async take(webhookId, wanted) {
      const name = randomBytes(9).toString('base64url');
      const reply = await runRedisScript(
        redis,
        takeScript,
        [keyOf(webhookId)],
        [window, limit, wanted, maxRequestMs, name],
      );
      const granted = Number(reply[0]);
      return {
        places: Array.from({ length: granted }, (_, index) => `${name}:${index + 1}`),
        waitMilliseconds: Number(reply[1]),
      };
    },

    async settle(webhookId, places) {
      if (places.length > 0) {
        await runRedisScript(redis, settleScript, [keyOf(webhookId)], places);
      }
    },
  };
}
