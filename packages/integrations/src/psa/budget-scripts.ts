/**
 * The budget's scripts. They run inside Redis, on its clock, one at a time, which makes every decision atomic for all processes.
 *
 * KEYS 1 log: the calls that count, by the latest moment at which the PSA can have received each. While a call is under way
 *   that is an upper bound in the future; when it ends it is the end, which is never before the arrival. So the PSA
 *   itself never counts more calls in any window than stand in the log.
 * KEYS 2 waiters: who waits, by place (priority, then arrival).
 * KEYS 3 beats: the moment at which each waiter counts as gone unless it asks again.
 * KEYS 4 state: epoch (changes when Redis lost its data), sequence, learned and keptUntil (a limit told or felt by 429s),
 *   held and heldUntil (slots used up by calls that this log does not know), blockedUntil; of the probes of what is held: probeAt
 *   (when the next may leave, 0: never), probeAfter (what was waited for it), probe (the member of the last), struckAt (the last 429).
 * ARGV 1 the configured limit, 2 the window in milliseconds; then what each script names. Times are Unix milliseconds.
 */
const prelude = `
local log, waiters, beats, state = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local configured, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function text(number) return string.format('%.0f', number) end

local kept = redis.call('HMGET', state, 'epoch', 'learned', 'keptUntil', 'held', 'heldUntil', 'blockedUntil', 'probeAt')
local epoch = kept[1] or ''
local learned, keptUntil = tonumber(kept[2] or '0'), tonumber(kept[3] or '0')
local held, heldUntil = tonumber(kept[4] or '0'), tonumber(kept[5] or '0')
local blockedUntil, probeAt = tonumber(kept[6] or '0'), tonumber(kept[7] or '0')

if learned > 0 and now >= keptUntil then
  learned = learned + math.max(1, math.floor(configured * 0.05))
  keptUntil = now + window
  if learned >= configured then
    learned = 0
    redis.call('HDEL', state, 'learned', 'keptUntil')
  else
    redis.call('HSET', state, 'learned', text(learned), 'keptUntil', text(keptUntil))
  end
end
local limit = configured
if learned > 0 and learned < configured then limit = learned end
if heldUntil <= now then held, probeAt = 0, 0 end

redis.call('ZREMRANGEBYSCORE', log, '-inf', text(now - window))
local counted = redis.call('ZCARD', log)

-- The earliest moment at which the given number of counted calls can have left the window.
local function released(count)
  local at = now
  if count > 0 and held > 0 then
    local before = redis.call('ZCOUNT', log, '-inf', text(heldUntil - window))
    if count > before and count <= before + held then
      at, count = heldUntil, 0
      if probeAt > 0 then at = math.min(heldUntil, math.max(probeAt, now + 100)) end
    elseif count > before then
      count = count - held
    end
  end
  if count > 0 then
    local entry = redis.call('ZRANGE', log, text(count - 1), text(count - 1), 'WITHSCORES')
    at = math.min(tonumber(entry[2] or text(now)), now) + window
  end
  return math.max(at, blockedUntil)
end

local function dropSilentWaiters()
  if redis.call('ZCARD', waiters) == 0 then return end
  local silent = redis.call('ZRANGEBYSCORE', beats, '-inf', text(now), 'LIMIT', '0', '1000')
  for _, waiter in ipairs(silent) do
    redis.call('ZREM', waiters, waiter)
    redis.call('ZREM', beats, waiter)
  end
end
`;

/** A place is the priority's number times this, plus the arrival's sequence number. */
const placesPerPriority = 1e12;

/**
 * ARGV 3 member, 4 priority number, 5 thousandths of the limit that are left to the more urgent, 6 milliseconds after which the call has certainly arrived,
 * 7 place (0: new), 8 milliseconds that the caller goes on waiting, 9 the epoch that the caller's history belongs to ('' without
 * history), 10 milliseconds of silence after which a waiter is gone.
 * A slot is granted only when those ahead in the line would still find theirs.
 */
export const acquireScript = `${prelude}
local member, priority, share = ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local place, remaining, known = tonumber(ARGV[7]), tonumber(ARGV[8]), ARGV[9]
if known ~= '' and known ~= epoch then return {'restore', text(now), epoch} end
if epoch == '' then
  epoch = member
  redis.call('HSET', state, 'epoch', epoch)
end

dropSilentWaiters()
local cap = limit - math.floor(limit * share / 1000)
local below = place > 0 and place or (priority + 1) * ${placesPerPriority}
local ahead = redis.call('ZCOUNT', waiters, '-inf', '(' .. text(below))
local used = counted + held

local free = used + ahead < cap
local probing = not free and ahead == 0 and counted < cap and probeAt > 0 and now >= probeAt
if now >= blockedUntil and (free or probing) then
  if probing then
    local after = tonumber(redis.call('HGET', state, 'probeAfter') or tostring(window))
    redis.call('HSET', state, 'probe', member, 'probeAt', text(now + after))
  end
  redis.call('ZADD', log, text(now + tonumber(ARGV[6])), member)
  if place > 0 then
    redis.call('ZREM', waiters, member)
    redis.call('ZREM', beats, member)
  end
  return {'granted', text(now), epoch, text(learned), text(keptUntil)}
end

local missing = used + ahead + 1 - cap
local wait = math.max(1, released(missing) - now)
if wait > remaining then
  redis.call('ZREM', waiters, member)
  redis.call('ZREM', beats, member)
  local useful = math.max(1, math.min(25, math.floor(limit * 0.1)))
  local later = released(missing + useful - 1)
  return {'spent', text(now), epoch, text(math.max(1, later - now)), text(limit)}
end
if place == 0 then
  place = priority * ${placesPerPriority} + redis.call('HINCRBY', state, 'sequence', '1')
end
redis.call('ZADD', waiters, text(place), member)
redis.call('ZADD', beats, text(now + tonumber(ARGV[10])), member)
return {'waiting', text(now), epoch, text(wait), text(place)}
`;

/**
 * ARGV 3 member ('' only asks for the epoch). The call has ended: it arrived now at the latest. A probe that ends so was
 * no 429: nothing is held any more.
 */
export const completeScript = `
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
if ARGV[3] ~= '' then
  redis.call('ZADD', KEYS[1], 'XX', now, ARGV[3])
  if redis.call('HGET', KEYS[4], 'probe') == ARGV[3] then
    redis.call('HDEL', KEYS[4], 'probe', 'probeAt', 'held', 'heldUntil')
  end
end
return {'done', now, redis.call('HGET', KEYS[4], 'epoch') or ''}
`;

/** ARGV 3 member. The call never left, or its caller stopped waiting: nothing of it remains. */
export const cancelScript = `
redis.call('ZREM', KEYS[1], ARGV[3])
redis.call('ZREM', KEYS[2], ARGV[3])
redis.call('ZREM', KEYS[3], ARGV[3])
if redis.call('HGET', KEYS[4], 'probe') == ARGV[3] then
  redis.call('HDEL', KEYS[4], 'probe')
  redis.call('HSET', KEYS[4], 'probeAt', '1')
end
return {'done', '0', redis.call('HGET', KEYS[4], 'epoch') or ''}
`;

/**
 * ARGV 3 member, 4 the limit that the 429 named (0: none), 5 its Retry-After in milliseconds (0: none), 6 how long a learned
 * limit is kept. The PSA says that its window is full, so the log is made to say so too: a lower limit is learnt, and what the log cannot
 * explain (calls of others, calls forgotten, and refused calls, which some PSAs count) is held for one window. Where the log explains
 * less than half, the 429 may as well be a passing one: then single calls probe what is held, first after a thirtieth of the window, and
 * after twice as long each time that the PSA goes on refusing.
 */
export const refusedScript = `${prelude}
local told, retryAfter = tonumber(ARGV[4]), tonumber(ARGV[5])
redis.call('ZREM', log, ARGV[3])
counted = redis.call('ZCARD', log)
local felt = 0
if told > 0 then
  felt = told
elseif counted >= math.max(1, configured * 0.1) then
  felt = counted
end
if felt > 0 and felt < limit then
  limit, learned, keptUntil = felt, felt, now + tonumber(ARGV[6])
  redis.call('HSET', state, 'learned', text(learned), 'keptUntil', text(keptUntil))
end
local wasProbe = redis.call('HGET', state, 'probe') == ARGV[3]
if counted * 2 >= limit then
  redis.call('HDEL', state, 'probeAt')
elseif retryAfter > 0 then
  if probeAt > 0 then redis.call('HSET', state, 'probeAt', text(now + retryAfter)) end
elseif probeAt == 0 or wasProbe then
  local struck = redis.call('HMGET', state, 'struckAt', 'probeAfter')
  local after = math.max(1000, math.floor(window / 30))
  if struck[1] and now - tonumber(struck[1]) < window * 2 then after = tonumber(struck[2]) * 2 end
  after = math.min(window, after)
  redis.call('HSET', state, 'struckAt', text(now), 'probeAfter', text(after), 'probeAt', text(now + after))
end
held = math.max(held + 1, limit - counted)
heldUntil = math.max(heldUntil, now + (retryAfter > 0 and retryAfter or window))
if retryAfter > 0 then blockedUntil = math.max(blockedUntil, now + retryAfter) end
redis.call('HSET', state, 'held', text(held), 'heldUntil', text(heldUntil), 'blockedUntil', text(blockedUntil))
return {'done', text(now), epoch, text(learned), text(keptUntil)}
`;

/**
 * ARGV 3 a name for a new epoch, 4 milliseconds for the other processes to bring theirs, 5 and 6 the learned limit and
 * until when it is kept, then moment and member of each call. Brings back what a process remembers of its own calls after Redis lost its data.
 */
export const restoreScript = `${prelude}
for index = 7, #ARGV, 2 do
  if tonumber(ARGV[index]) > now - window then redis.call('ZADD', log, 'NX', ARGV[index], ARGV[index + 1]) end
end
if epoch == '' then epoch = ARGV[3] end
blockedUntil = math.max(blockedUntil, now + tonumber(ARGV[4]))
redis.call('HSET', state, 'epoch', epoch, 'blockedUntil', text(blockedUntil))
if learned == 0 and tonumber(ARGV[5]) > 0 then
  redis.call('HSET', state, 'learned', ARGV[5], 'keptUntil', ARGV[6])
end
return {'done', text(now), epoch}
`;

/** ARGV 3 the number of priorities. Answers who waits and who has used what, by priority; a member ends with its priority's number. */
export const statusScript = `${prelude}
dropSilentWaiters()
local used = counted + held
local reply = {'done', text(now), epoch, text(limit), text(learned), text(used)}
reply[7] = text(released(math.max(0, used + 1 - limit)))
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
return reply
`;
