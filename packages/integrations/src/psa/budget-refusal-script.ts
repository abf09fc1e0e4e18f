import { prelude } from './budget-prelude.js';

/**
 * The PSA answered 429: its window is full. ARGV 3 member, 4 the limit that the 429 named (0: none), 5 its Retry-After in milliseconds (0: none), 6
 * how long a named limit is kept.
 *
 * A lower limit that is named is taken over. What our calls do not explain others use. The refused call counts, as some PSAs count it
 * too. Where ours explain less than half, the 429 may as well be a passing one: then single calls probe what others use, first after a
 * thirtieth of the window, and after twice as long each time that the PSA goes on refusing.
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
if counted * 2 >= limit then
  redis.call('HDEL', state, 'probeAt')
elseif retryAfter > 0 then
  redis.call('HSET', state, 'probeAt', text(now + retryAfter))
elseif probeAt <= now or last[1] == ARGV[3] then
  local after = math.max(1000, math.floor(window / 30))
  if now - sharedAt < window * 2 and last[2] then after = tonumber(last[2]) * 2 end
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
