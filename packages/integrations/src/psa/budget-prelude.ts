/** The keys of the budget's scripts, in the order in which they are passed. */
export const budgetKeys = ['log', 'waiters', 'beats', 'state', 'others', 'missing'] as const;

/**
 * Identifies the server of an epoch: the replication id of the master that it was a replica of; zeros if it
 * was none. A replica that takes over has the log only as far as it was replicated, and may lack the last
 * calls. A restarted server has everything that it persisted.
 */
export const serverScript = `
local server = string.match(redis.call('INFO', 'replication'), 'master_replid2:(%x+)') or ''
`;

/**
 * How long, in windows, until slots that others used are fully ours again after their calls have left the
 * window.
 */
const returnWindows = 0.25;
/**
 * The reserve for others after a 429, in addition to what they use: a share of the limit, and the time in
 * windows within which it shrinks to zero.
 */
const margin = { share: 0.12, windows: 0.3 };

/** The outcome of a probe that is under way is expected after this time: the next call may depend on it alone. */
const probeOutcomeMs = 1_000;

/**
 * The common part of all scripts of the budget. They run in Redis, on its clock, one at a time, so every
 * decision is atomic for all processes.
 *
 * - KEYS 1 log: the calls that count, each with the latest time at which the PSA can have received it. While
 *   a call is in progress, that is an upper bound in the future; when it ends, it is the end, which is never
 *   before the arrival. The PSA itself therefore never counts more calls in any window than the log contains.
 * - KEYS 2 waiters: the waiting calls by place (priority, then arrival).
 * - KEYS 3 beats: when each waiter counts as gone unless it asks again.
 * - KEYS 4 state: epoch (changes when Redis may have lost calls), server (to which the epoch belongs),
 *   sequence; learned and keptUntil (a limit that a 429 named); blockedUntil (the Retry-After of a 429 or 503); sharedAt
 *   (the last 429 that showed more calls of others); for the probes of others' usage: probeAt (when the next
 *   may be sent, 0: never), probeAfter (how long it waited), probe (the member of the last); settledAt (when
 *   all live processes have restored their calls).
 * - KEYS 5 others: how many calls of others were in the PSA's window in addition to those already known, by
 *   the time of the 429 that showed it.
 * - KEYS 6 missing: processes that may have made calls and have not restored them after Redis lost its data,
 *   by the time until which those calls count. Until then no slot is known to be free.
 * - ARGV 1: the configured limit; ARGV 2: the window in milliseconds; further arguments are described at each
 *   script.
 *
 * Times are Unix milliseconds. The calls of others that a 429 showed have left the PSA's window one window
 * later, whoever made them. Their slots are then reused gradually, because others may be about to use them
 * again. Right after a 429 a reserve is left for others, who often keep using slots as they become free.
 */
export const prelude = `${serverScript}
local log, waiters, beats, state, others, missing = unpack(KEYS)
local configured, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function text(number) return string.format('%.0f', number) end

local kept = redis.call('HMGET', state, 'epoch', 'learned', 'keptUntil', 'blockedUntil', 'probeAt', 'sharedAt', 'settledAt', 'server', 'probe')
local function number(index) return tonumber(kept[index] or '0') end
local epoch = (kept[8] or '') == server and kept[1] or ''
local learned, keptUntil, blockedUntil, probeAt, sharedAt = number(2), number(3), number(4), number(5), number(6)

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

redis.call('ZREMRANGEBYSCORE', log, '-inf', text(now - window))
local counted = redis.call('ZCARD', log)

-- What is left to others, and whether it is so little that the PSA may refuse what takes more than its turn.
redis.call('ZREMRANGEBYSCORE', others, '-inf', text(now - window * ${1 + returnWindows}))
local theirs, present, isRisky, othersUntil = 0, 0, false, now + window
local found = redis.call('ZRANGE', others, '0', '-1', 'WITHSCORES')
for index = 1, #found, 2 do
  local size, age = tonumber(string.match(found[index], '^%d+')), (now - found[index + 1]) / window
  if age < 1 then
    present = present + size
    othersUntil = math.min(othersUntil, found[index + 1] + window)
  else
    size = size * (1 - (age - 1) / ${returnWindows})
    isRisky, othersUntil = true, now + 100
  end
  theirs = theirs + size
end
if theirs > 0 and now < sharedAt + window * ${margin.windows} then
  theirs = theirs + limit * ${margin.share} * (1 - (now - sharedAt) / window / ${margin.windows})
  isRisky = true
end
theirs = math.min(limit - 1, math.ceil(theirs))
if theirs == 0 then probeAt = 0 end
local room = limit - theirs

-- While processes bring back their calls, it is not known yet who is missing.
local unknownUntil = number(7)
if now >= unknownUntil then
  redis.call('ZREMRANGEBYSCORE', missing, '-inf', text(now))
  unknownUntil = tonumber(redis.call('ZREVRANGE', missing, '0', '0', 'WITHSCORES')[2] or '0')
end
local isClosed = now < math.max(blockedUntil, unknownUntil)

-- The earliest moment at which the given number of used slots can have come free.
local function released(count)
  local at = now
  if count > 0 and theirs > 0 then
    local before = redis.call('ZCOUNT', log, '-inf', text(othersUntil - window))
    if count > before and count <= before + theirs then
      at, count = othersUntil, 0
    elseif count > before then
      count = count - theirs
    end
  end
  if count > 0 then
    local entry = redis.call('ZRANGE', log, text(count - 1), text(count - 1), 'WITHSCORES')
    at = math.min(tonumber(entry[2] or text(now)), now) + window
  end
  if probeAt > 0 then
    local isUnderWay = kept[9] and tonumber(redis.call('ZSCORE', log, kept[9]) or '0') > now
    at = math.min(at, isUnderWay and now + ${probeOutcomeMs} or math.max(probeAt, now + 100))
  end
  return math.max(at, blockedUntil, unknownUntil)
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
