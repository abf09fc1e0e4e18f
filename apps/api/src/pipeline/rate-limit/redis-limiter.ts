import { runRedisScript } from '@leadbridge/platform';
import type { RedisConnection } from '@leadbridge/queue';

import type { LimitDecision, LimitDemand, Limiter, LimitSlot, LimitWindow } from './limiter.js';

/**
 * One atomic step on Redis's clock: checks every window and the slots, and only if all that count agree,
 * counts the request in each of those.
 *
 * KEYS: the slots ('' for none), then a counter for each window. ARGV: holder, slots, lease in ms; then for
 * each window: allowance, length in ms, block in ms, 1 to count. Returns: time in ms, what refuses (0
 * nothing, -1 the slots, else the window's number), then count and remaining ms of each window.
 *
 * A counter above its allowance means a block: it is set once, by the first request beyond the allowance.
 */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local answer = { now, 0 }
local windows = #KEYS - 1
for i = 1, windows do
  local key = KEYS[i + 1]
  local allowance, length, block = tonumber(ARGV[i * 4]), tonumber(ARGV[i * 4 + 1]), tonumber(ARGV[i * 4 + 2])
  local count, left = tonumber(redis.call('GET', key) or '0'), redis.call('PTTL', key)
  if left <= 0 then
    count, left = 0, length
  end
  if count >= allowance and ARGV[i * 4 + 3] == '1' then
    if block > 0 and count == allowance then
      count, left = allowance + 1, block
      redis.call('SET', key, count, 'PX', block)
    end
    if answer[2] == 0 then
      answer[2] = i
    end
  end
  answer[i * 2 + 1], answer[i * 2 + 2] = count, left
end
local places = tonumber(ARGV[2])
if answer[2] == 0 and places > 0 then
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  if redis.call('ZCARD', KEYS[1]) >= places then
    answer[2] = -1
  else
    redis.call('ZADD', KEYS[1], now + tonumber(ARGV[3]), ARGV[1])
    redis.call('PEXPIRE', KEYS[1], ARGV[3])
  end
end
if answer[2] == 0 then
  for i = 1, windows do
    if ARGV[i * 4 + 3] == '1' then
      local count = redis.call('INCR', KEYS[i + 1])
      if count == 1 then
        redis.call('PEXPIRE', KEYS[i + 1], ARGV[i * 4 + 1])
      end
      answer[i * 2 + 1] = count
    end
  end
end
return answer
`;

/** KEYS: the slots of a subject. ARGV: holder, lease in ms. Also restores what Redis has lost. */
const renewalScript = `
local time = redis.call('TIME')
local lease = tonumber(ARGV[2])
redis.call('ZADD', KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000) + lease, ARGV[1])
redis.call('PEXPIRE', KEYS[1], lease)
return {}
`;

/** The slots of a dead process are released after this long. */
const placeLeaseSeconds = 30;
const renewalsPerLease = 3;

/**
 * Counts across all processes that share a Redis: exact, with one round trip per request. Slots are leased,
 * and renewed as long as their requests last.
 */
export function createRedisLimiter(
  redis: RedisConnection,
  prefix: string,
  leaseSeconds = placeLeaseSeconds,
): Limiter {
  const lease = leaseSeconds * 1_000;
  /** The slots of this process, by holder. */
  const held = new Map<string, LimitSlot>();
  const slotKey = (slot: LimitSlot): string => `${prefix}:places:${slot.subject}`;
  setInterval(() => {
    for (const slot of held.values()) {
      // The next renewal makes up for a failed one.
      runRedisScript(redis, renewalScript, [slotKey(slot)], [slot.holder, lease]).catch(() => undefined);
    }
  }, lease / renewalsPerLease).unref();
  const windowKey = (window: LimitWindow): string => `${prefix}:limit:${window.name}:${window.subject}`;

  return {
    async decide({ windows, slot }) {
      const response = await runRedisScript(
        redis,
        script,
        [slot === null ? `${prefix}:places` : slotKey(slot), ...windows.map(windowKey)],
        [slot?.holder ?? '', slot?.places ?? 0, lease, ...windows.flatMap(windowArguments)],
      );
      const decision = readResponse(windows, response.map(Number));
      if (slot !== null && decision.refusedBy === null) {
        held.set(slot.holder, slot);
      }
      return decision;
    },

    release(slot) {
      held.delete(slot.holder);
      redis.zrem(slotKey(slot), slot.holder).catch(() => {
        // The lease releases the slot.
      });
    },
  };
}

function windowArguments(window: LimitWindow): number[] {
  const { quota, burst, seconds, blockSeconds, counts } = window;
  return [quota + burst, seconds * 1000, blockSeconds * 1000, counts ? 1 : 0];
}

function readResponse(windows: LimitDemand['windows'], response: readonly number[]): LimitDecision {
  const [now = 0, refusedBy = 0, ...states] = response;
  return {
    now,
    refusedBy: refusedBy === 0 ? null : refusedBy === -1 ? 'slot' : refusedBy - 1,
    windows: windows.map((window, index) => ({
      remaining: Math.max(0, window.quota - (states[index * 2] ?? 0)),
      resetAt: now + (states[index * 2 + 1] ?? 0),
    })),
  };
}
