import { prelude, serverScript } from './budget-prelude.js';

/** A place is the priority's number times this, plus the sequence number of the arrival. */
const placesPerPriority = 1e12;
/** A call that was granted longer ago is not in progress: its process may have been killed. */
const crowdedMs = 5_000;
const crowdedPauseMs = 25;
/** The number of equal parts of the used slots for which the status reports when they become free. */
export const releaseParts = 8;

/**
 * ARGV 3 member, 4 priority number, 5 thousandths of the limit that are reserved for higher priorities, 6
 * milliseconds after which the call has certainly arrived, 7 place (0: new), 8 milliseconds that the caller
 * continues to wait, 9 the epoch that the caller belongs to ('' if it has no calls that count), 10
 * milliseconds of silence after which a waiter is gone; from 11 on, the members of the calls that follow. A
 * slot is granted only if the waiters ahead would still find theirs, and together with it those of the calls
 * that follow, as far as they are free. While the PSA may refuse calls, only few are in progress at once,
 * because all of them may be refused.
 */
export const acquireScript = `${prelude}
local member, priority, share = ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local place, remaining, known = tonumber(ARGV[7]), tonumber(ARGV[8]), ARGV[9]
if epoch == '' or (known ~= '' and known ~= epoch) then return {'restore', text(now), epoch} end

dropSilentWaiters()
local function keptFor(slots) return slots - math.floor(slots * share / 1000) end
local cap = keptFor(room)
local below = place > 0 and place or (priority + 1) * ${placesPerPriority}
local ahead = redis.call('ZCOUNT', waiters, '-inf', '(' .. text(below))
local hold = tonumber(ARGV[6])
local free = counted + ahead < cap
local crowd = redis.call('ZCOUNT', log, text(now + hold - ${crowdedMs}), '+inf')
local crowded = isRisky and crowd >= math.max(2, math.ceil(limit / 200))
local probing = not free and ahead == 0 and counted < keptFor(limit) and probeAt > 0 and now >= probeAt
if not isClosed and (probing or (free and not crowded)) then
  if probing then
    local after = tonumber(redis.call('HGET', state, 'probeAfter') or tostring(window))
    redis.call('HSET', state, 'probe', member, 'probeAt', text(now + after))
  end
  redis.call('ZADD', log, text(now + hold), member)
  if place > 0 then
    redis.call('ZREM', waiters, member)
    redis.call('ZREM', beats, member)
  end
  local more = 0
  while not probing and not isRisky and 10 + more < #ARGV and counted + ahead + more + 1 < cap do
    more = more + 1
    redis.call('ZADD', log, text(now + hold), ARGV[10 + more])
  end
  return {'granted', text(now), epoch, text(learned), text(keptUntil), text(more)}
end

local lacking = counted + ahead + 1 - cap
local wait = math.max(free and crowded and ${crowdedPauseMs} or 1, released(lacking) - now)
if wait > remaining then
  redis.call('ZREM', waiters, member)
  redis.call('ZREM', beats, member)
  local useful = math.max(1, math.min(25, math.floor(limit * 0.1)))
  local later = released(lacking + useful - 1)
  return {'spent', text(now), epoch, text(math.max(1, later - now)), text(math.max(room, math.ceil(limit / 4)))}
end
if place == 0 then
  place = priority * ${placesPerPriority} + redis.call('HINCRBY', state, 'sequence', '1')
end
redis.call('ZADD', waiters, text(place), member)
redis.call('ZADD', beats, text(now + tonumber(ARGV[10])), member)
return {'waiting', text(now), epoch, text(wait), text(place)}
`;

/**
 * ARGV 3 member ('' only asks for the epoch). The call has ended, so it has arrived by now at the latest. If
 * a probe ends like this, it was no 429: others use less than assumed, and the next probe may be sent.
 */
export const completeScript = `${serverScript}
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
if ARGV[3] ~= '' then
  redis.call('ZADD', KEYS[1], 'XX', now, ARGV[3])
  if redis.call('HGET', KEYS[4], 'probe') == ARGV[3] then
    redis.call('HDEL', KEYS[4], 'probe')
    redis.call('HSET', KEYS[4], 'probeAt', now)
    local found = redis.call('ZRANGE', KEYS[5], '0', '-1', 'WITHSCORES')
    redis.call('DEL', KEYS[5])
    for index = 1, #found, 2 do
      local size, name = string.match(found[index], '^(%d+)(.*)$')
      if tonumber(size) > 1 then
        redis.call('ZADD', KEYS[5], found[index + 1], string.format('%.0f', math.floor(size / 2)) .. name)
      end
    end
  end
end
local kept = redis.call('HMGET', KEYS[4], 'epoch', 'server')
return {'done', now, (kept[2] or '') == server and kept[1] or ''}
`;

/** From ARGV 3 on, members. The calls were never sent, or their caller stopped waiting: they are removed. */
export const cancelScript = `${serverScript}
for index = 3, #ARGV do
  redis.call('ZREM', KEYS[1], ARGV[index])
  redis.call('ZREM', KEYS[2], ARGV[index])
  redis.call('ZREM', KEYS[3], ARGV[index])
  if redis.call('HGET', KEYS[4], 'probe') == ARGV[index] then
    redis.call('HDEL', KEYS[4], 'probe')
    redis.call('HSET', KEYS[4], 'probeAt', '1')
  end
end
local kept = redis.call('HMGET', KEYS[4], 'epoch', 'server')
return {'done', '0', (kept[2] or '') == server and kept[1] or ''}
`;

/**
 * ARGV 3 the number of priorities, then by priority the thousandths of the limit that it reserves for higher
 * ones. Returns by priority the waiting and used calls (a member ends with its priority's number); for each
 * priority what it used in the latter half of the window, what is free for it, and when; and the times at
 * which the parts of what is used become free.
 */
export const statusScript = `${prelude}
dropSilentWaiters()
local used = counted + theirs
if isClosed then used = math.max(used, limit) end
local reply = {'done', text(now), epoch, text(limit), text(learned), text(used)}
reply[7] = text(released(math.max(0, counted + 1 - room)))
for priority = 0, tonumber(ARGV[3]) - 1 do
  local from, to = priority * ${placesPerPriority}, (priority + 1) * ${placesPerPriority}
  reply[8 + priority] = text(redis.call('ZCOUNT', waiters, text(from), '(' .. text(to)))
end
local users = {}
for _, member in ipairs(redis.call('ZRANGE', log, '0', '-1')) do
  local priority = tonumber(string.match(member, '%d+$'))
  users[priority] = (users[priority] or 0) + 1
end
for priority = 0, tonumber(ARGV[3]) - 1 do
  reply[#reply + 1] = text(users[priority] or 0)
end
local recent = {}
for _, member in ipairs(redis.call('ZRANGEBYSCORE', log, text(now - window / 2), '+inf')) do
  local priority = tonumber(string.match(member, '%d+$'))
  recent[priority] = (recent[priority] or 0) + 1
end
local ahead = 0
for priority = 0, tonumber(ARGV[3]) - 1 do
  local cap = room - math.floor(room * tonumber(ARGV[4 + priority]) / 1000)
  ahead = ahead + tonumber(reply[8 + priority])
  reply[#reply + 1] = text(recent[priority] or 0)
  reply[#reply + 1] = text(math.max(0, isClosed and 0 or cap - counted - ahead))
  reply[#reply + 1] = text(released(math.max(0, counted + 1 - cap)))
end
for part = 1, ${releaseParts} do
  reply[#reply + 1] = text(released(math.ceil((counted + theirs) * part / ${releaseParts})))
end
return reply
`;
