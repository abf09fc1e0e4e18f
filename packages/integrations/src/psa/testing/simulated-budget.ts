import { runRedisScript } from '@leadbridge/platform';
import type { Redis } from 'ioredis';

import { budgetKeys, serverScript } from '../budget-prelude.js';
import { refusalScript } from '../budget-refusal-script.js';
import { acquireScript, completeScript } from '../budget-scripts.js';

export interface SimulatedLoad {
  readonly redis: Redis;
  readonly keyPrefix: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly windows: number;
  /**
   * The other client's requests, all of a burst at once, `at` in windows; it repeats what is refused until it
   * succeeds.
   */
  readonly bursts: readonly { readonly at: number; readonly calls: number }[];
  /** The share of our calls that the PSA refuses although its window is not full; none by default. */
  readonly passingRefusals?: number;
  readonly seed: number;
}

/** What the PSA received in one window. */
export interface SimulatedWindow {
  ours: number;
  oursRefused: number;
  others: number;
}

const callers = 6;
const otherRepeatMs = 2_000;
const pollMs = 500;
const remainingMs = 10_000;
const holdMs = 45_000;

/**
 * Runs the budget's own scripts in Redis on a simulated clock, against a PSA with a rolling limit that
 * another client shares: hours in seconds. As many of our calls are in progress as the budget allows, and
 * there is always more work.
 */
export async function simulateSharedLimit(load: SimulatedLoad): Promise<readonly SimulatedWindow[]> {
  const { redis, limit, windowMs, passingRefusals = 0 } = load;
  const keys = budgetKeys.map((name) => `${load.keyPrefix}:${name}`);
  const random = randomOf(load.seed);
  const events: { at: number; run: () => Promise<void> | void }[] = [];
  const seen = Array.from({ length: load.windows }, () => ({ ours: 0, oursRefused: 0, others: 0 }));
  const accepted: number[] = [];
  const start = 1_800_000_000_000;
  const end = start + load.windows * windowMs;
  let now = start;
  let members = 0;

  const at = (delay: number, run: () => Promise<void> | void): void => {
    const moment = now + Math.max(1, Math.round(delay));
    const index = events.findLastIndex((event) => event.at <= moment);
    events.splice(index + 1, 0, { at: moment, run });
  };
  const script = async (text: string, values: readonly (string | number)[]): Promise<readonly string[]> =>
    runRedisScript(redis, onSimulatedClock(text), keys, [
      limit,
      windowMs + Math.max(5, windowMs / 1000),
      ...values,
      now,
    ]);
  const accepts = (): boolean => {
    while ((accepted[0] ?? now) <= now - windowMs) {
      accepted.shift();
    }
    if (accepted.length >= limit) {
      return false;
    }
    accepted.push(now);
    return true;
  };
  const window = (): SimulatedWindow =>
    seen[Math.min(load.windows - 1, Math.floor((now - start) / windowMs))] ?? {
      ours: 0,
      oursRefused: 0,
      others: 0,
    };

  const call = async (member: string, place: string, since: number): Promise<void> => {
    const remaining = since + remainingMs - now;
    const reply = await script(acquireScript, [member, 3, 40, holdMs, place, remaining, '', 2_500]);
    if (reply[0] === 'waiting') {
      at(Math.min(Number(reply[3]), pollMs, remaining), async () => call(member, reply[4] ?? '0', since));
    } else if (reply[0] === 'granted') {
      at(20 + random() * 100, () => {
        const isAccepted = !(passingRefusals > 0 && random() < passingRefusals) && accepts();
        window()[isAccepted ? 'ours' : 'oursRefused'] += 1;
        at(20 + random() * 200, async () => {
          await (isAccepted
            ? script(completeScript, [member])
            : script(refusalScript, [member, 0, 0, 6 * 3_600_000]));
          next(random() * 50);
        });
      });
    } else {
      next(Number(reply[3]));
    }
  };
  const next = (delay: number): void => {
    members += 1;
    const member = `sim:${members}:3`;
    at(delay, async () => call(member, '0', now));
  };
  const askOfOther = (): void => {
    if (accepts()) {
      window().others += 1;
    } else {
      at(otherRepeatMs * (0.5 + random()), askOfOther);
    }
  };

  const begin = `${serverScript} redis.call('HSET', KEYS[1], 'epoch', 'simulated', 'server', server)`;
  await redis.eval(begin, 1, keys[3] ?? '');
  Array.from({ length: callers }, () => next(random() * 100));
  for (const burst of load.bursts) {
    Array.from({ length: burst.calls }, () => at(burst.at * windowMs + random() * 1000, askOfOther));
  }
  for (let event = events.shift(); event !== undefined && event.at < end; event = events.shift()) {
    now = event.at;
    await event.run();
  }
  return seen;
}

/** The script with its last argument as the clock. */
function onSimulatedClock(script: string): string {
  const simulated = script.replace(
    "redis.call('TIME')",
    '{math.floor(ARGV[#ARGV] / 1000), (ARGV[#ARGV] % 1000) * 1000}',
  );
  if (simulated === script) {
    throw new Error('The script reads no clock');
  }
  return simulated;
}

/** Random numbers from 0 to 1, deterministic for a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
