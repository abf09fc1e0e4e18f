import { type PsaBudgetSample, type PsaPriority, psaPriorities } from '@leadbridge/usecases';

import { releaseParts } from './budget-scripts.js';

/** The current state of the budget, for all processes together. Times are Unix milliseconds. */
export interface PsaBudgetStatus extends Omit<PsaBudgetSample, 'at'> {
  /** The lower limit that the PSA has named; null if it named none. */
  readonly learnedLimit: number | null;
  readonly free: number;
  /** At once, without what is reserved for higher priorities and for callers that already wait. */
  readonly freeFor: Readonly<Record<PsaPriority, number>>;
  /** When the next slot is free for each priority; now if one is. */
  readonly nextFreeFor: Readonly<Record<PsaPriority, number>>;
  /** Our calls in the latter half of the window. */
  readonly recentlyUsedBy: Readonly<Record<PsaPriority, number>>;
  readonly windowSeconds: number;
  /** When the next slot is free for the highest priority; now if one is. */
  readonly nextFreeAt: number;
  /** When equal parts of what is used become free, in order; the last time is that of the last call. */
  readonly releases: readonly number[];
}

/** The numbers before those of the priorities: done, now, epoch, limit, learned limit, used, next free. */
const headLength = 7;
const count = psaPriorities.length;

/** Parses the result of `statusScript`, with times on the clock of the process. */
export function readBudgetStatus(
  reply: readonly number[],
  { windowSeconds, now }: { readonly windowSeconds: number; readonly now: number },
): PsaBudgetStatus {
  const [, redisNow = 0, , limit = 0, learned = 0, used = 0, nextFree = 0] = reply;
  const moment = (at: number): number => now + Math.max(0, at - redisNow);
  /** One number for each priority: starting at `from`, `step` apart. */
  const byPriority = (from: number, step = 1): Record<PsaPriority, number> => {
    const of = (priority: PsaPriority): number =>
      reply[headLength + from + psaPriorities.indexOf(priority) * step] ?? 0;
    return {
      opt_out: of('opt_out'),
      lifecycle: of('lifecycle'),
      single: of('single'),
      bulk: of('bulk'),
      mirror: of('mirror'),
    };
  };
  const ours = byPriority(count);
  const known = Object.values(ours).reduce((sum, each) => sum + each, 0);
  const nextFreeFor = byPriority(2 * count + 2, 3);
  return {
    limit,
    learnedLimit: learned === 0 ? null : learned,
    used,
    free: Math.max(0, limit - used),
    freeFor: byPriority(2 * count + 1, 3),
    nextFreeFor: {
      opt_out: moment(nextFreeFor.opt_out),
      lifecycle: moment(nextFreeFor.lifecycle),
      single: moment(nextFreeFor.single),
      bulk: moment(nextFreeFor.bulk),
      mirror: moment(nextFreeFor.mirror),
    },
    waiting: byPriority(0),
    usedBy: { ...ours, others: Math.max(0, used - known) },
    recentlyUsedBy: byPriority(2 * count, 3),
    windowSeconds,
    nextFreeAt: moment(nextFree),
    releases: reply.slice(headLength + 5 * count, headLength + 5 * count + releaseParts).map(moment),
  };
}
