import { prelude } from './budget-prelude.js';

/**
 * The PSA responded with 429: its window is full. ARGV 3 member, 4 the limit that the 429 named (0: none), 5
 * its Retry-After in milliseconds (0: none), 6 how long a named limit is kept.
 *
 * A lower named limit is adopted. Usage that our calls do not explain is attributed to others. The refused
 * call counts, because some PSAs count it too. A 429 that names no limit, or less than half of which our
 * calls explain, may be temporary: single calls then probe the usage of others, first after a thirtieth of
 * the window (a twentieth if our calls explain half or more), and then after twice as long each time that the
 * PSA refuses again. A 429 after calls that got another response does not count as such a repetition.
 */
export const refusalScript = `${prelude}
local told, retryAfter = tonumber(ARGV[4]), tonumber(ARGV[5])
redis.call('ZADD', log, text(now), ARGV[3])
counted = redis.call('ZCARD', log)
if told > 0 and told < limit then
  limit, learned, keptUntil = told, told, now + tonumber(ARGV[6])
  redis.call('HSET', state, 'learned', text(learned), 'keptUntil', text(keptUntil))
end

local last = redis.call('HMGET', state, 'probe', 'probeAfter')
local isExplained = counted * 2 >= limit
if isExplained and told > 0 then
  redis.call('HDEL', state, 'probeAt')
elseif retryAfter > 0 then
  redis.call('HSET', state, 'probeAt', text(now + retryAfter))
elseif probeAt <= now or last[1] == ARGV[3] then
  local after = math.max(1000, math.floor(window / (isExplained and 20 or 30)))
  local since = redis.call('ZCOUNT', log, '(' .. text(sharedAt), '+inf')
  local isPassing = last[1] ~= ARGV[3] and since > math.max(5, limit / 100)
  if now - sharedAt < window * 2 and last[2] and not isPassing then after = tonumber(last[2]) * 2 end
  after = math.min(window, after)
  redis.call('HSET', state, 'probeAfter', text(after), 'probeAt', text(now + after))
end
redis.call('ZREMRANGEBYSCORE', others, '-inf', text(now - window))
local more = limit - counted + 1 - present
if more > 0 then
  redis.call('ZADD', others, text(now), text(more) .. ':' .. redis.call('HINCRBY', state, 'sequence', '1'))
  redis.call('HSET', state, 'sharedAt', text(now))
end
if retryAfter > 0 then
  redis.call('HSET', state, 'blockedUntil', text(math.max(blockedUntil, now + retryAfter)))
end
return {'done', text(now), epoch, text(learned), text(keptUntil)}
`;

/** The PSA asks to be left alone. ARGV 3: for how many milliseconds. Says nothing about its limit. */
export const pauseScript = `${prelude}
redis.call('HSET', state, 'blockedUntil', text(math.max(blockedUntil, now + tonumber(ARGV[3]))))
return {'done', text(now), epoch}
`;
