import { prelude } from './budget-prelude.js';

/**
 * Restores a process's calls from its memory, and starts a new epoch if there is none. ARGV 3 a name for it,
 * 4 milliseconds for the other processes to restore theirs, 5 and 6 a named limit and until when it is kept,
 * 7 the process, 8 the number of others that may have made calls recently, then each of them with the time
 * until which it may have made calls, then time and member of each call.
 */
export const restoreScript = `${prelude}
local callers = tonumber(ARGV[8])
local isNew, added = epoch == '', 0
for index = 9 + callers * 2, #ARGV, 2 do
  if tonumber(ARGV[index]) > now - window then
    added = added + redis.call('ZADD', log, 'NX', ARGV[index], ARGV[index + 1])
  end
end
if isNew then
  epoch = ARGV[3]
  for index = 9, 8 + callers * 2, 2 do
    redis.call('ZADD', missing, text(math.min(tonumber(ARGV[index + 1]), now) + window), ARGV[index])
  end
end
redis.call('ZREM', missing, ARGV[7])
redis.call('HSET', state, 'epoch', epoch, 'server', server)
if added > 0 or (isNew and callers > 0) then
  redis.call('HSET', state, 'settledAt', text(now + tonumber(ARGV[4])))
end
if learned == 0 and tonumber(ARGV[5]) > 0 then
  redis.call('HSET', state, 'learned', ARGV[5], 'keptUntil', ARGV[6])
end
return {'done', text(now), epoch}
`;
