import type { Clock } from '@leadbridge/platform';

import type { LimitDecision, Limiter, LimitSlot, LimitWindow } from './limiter.js';

interface Counter {
  count: number;
  resetAt: number;
}

/** By window and subject, the oldest first. */
type Counters = Map<string, Counter>;

/** The holders of slots, by subject. */
type Places = Map<string, Set<string>>;

/** A flood of invented addresses must not fill the memory. */
const maxCounters = 50_000;

/** Counts within one process, while Redis is unavailable. */
export function createLocalLimiter(clock: Clock): Limiter {
  const counters: Counters = new Map();
  const places: Places = new Map();
  return {
    decide: ({ windows, slot }) =>
      Promise.resolve(decide({ counters, places, windows, slot, now: clock.now() })),

    release(slot) {
      const holders = places.get(slot.subject);
      holders?.delete(slot.holder);
      if (holders?.size === 0) {
        places.delete(slot.subject);
      }
    },
  };
}

interface Question {
  readonly counters: Counters;
  readonly places: Places;
  readonly windows: readonly LimitWindow[];
  readonly slot: LimitSlot | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

function decide({ counters, places, windows, slot, now }: Question): LimitDecision {
  const pairs = windows.map((window) => ({ window, counter: counterOf(counters, window, now) }));
  const refusing = pairs.findIndex(
    ({ window, counter }) => window.counts && counter.count >= window.quota + window.burst,
  );
  for (const { window, counter } of pairs) {
    if (window.blockSeconds > 0 && counter.count === window.quota + window.burst) {
      counter.count += 1;
      counter.resetAt = now + window.blockSeconds * 1000;
    }
  }
  let refusedBy: LimitDecision['refusedBy'] = refusing === -1 ? null : refusing;
  if (refusedBy === null && slot !== null && !takePlace(places, slot)) {
    refusedBy = 'slot';
  }
  if (refusedBy === null) {
    pairs
      .filter(({ window }) => window.counts)
      .forEach(({ counter }) => {
        counter.count += 1;
      });
  }
  const states = pairs.map(({ window, counter }) => ({
    remaining: Math.max(0, window.quota - counter.count),
    resetAt: counter.resetAt,
  }));
  return { now, refusedBy, windows: states };
}

function counterOf(counters: Counters, window: LimitWindow, now: number): Counter {
  const key = `${window.name}:${window.subject}`;
  const known = counters.get(key);
  if (known !== undefined && known.resetAt > now) {
    return known;
  }
  const counter = { count: 0, resetAt: now + window.seconds * 1000 };
  counters.delete(key);
  counters.set(key, counter);
  const [oldest] = counters.keys();
  if (counters.size > maxCounters && oldest !== undefined) {
    counters.delete(oldest);
  }
  return counter;
}

/** False if all slots are taken. */
function takePlace(places: Places, slot: LimitSlot): boolean {
  const holders = places.get(slot.subject) ?? new Set<string>();
  if (holders.size >= slot.places) {
    return false;
  }
  places.set(slot.subject, holders.add(slot.holder));
  return true;
}
