import { type PsaPriority, psaPriorities } from '@leadbridge/usecases';

import { releaseParts } from './budget-scripts.js';

/** The budget as it stands now, for all processes together. Moments are Unix milliseconds. */
export interface PsaBudgetStatus {
  /** Requests that are allowed per window: the configured number, or fewer where the PSA has named a lower limit. */
  readonly limit: number;
  /** That lower limit. */
  readonly learnedLimit: number | null;
  readonly used: number;
  readonly free: number;
  /** Calls that a newcomer of each priority may make at once: what is left to the more urgent, and those who wait before it, are not among them. */
  readonly freeFor: Readonly<Record<PsaPriority, number>>;
  /** When the next slot is free for each priority; now where one is. */
  readonly nextFreeFor: Readonly<Record<PsaPriority, number>>;
  readonly waiting: Readonly<Record<PsaPriority, number>>;
  /** Whose calls are used: ours by priority, and what others use, as far as 429s tell, with what is left to them. */
  readonly usedBy: Readonly<Record<PsaPriority | 'others', number>>;
  /** Those of our calls that are in the latter half of the window. */
  readonly recentlyUsedBy: Readonly<Record<PsaPriority, number>>;
  readonly windowSeconds: number;
  /** When the next slot is free for the most urgent; now where one is. */
  readonly nextFreeAt: number;
  /** When equal parts of what is used have come free, one after the other; the last moment is that of the last call. */
  readonly releases: readonly number[];
}

/** Numbers before those of the priorities: done, now, epoch, limit, learned limit, used, next free. */
const headLength = 7;
const count = psaPriorities.length;

/** Reads what `statusScript` answers, on the clock of the process. */
export function readBudgetStatus(
  reply: readonly number[],
  { windowSeconds, now }: { readonly windowSeconds: number; readonly now: number },
): PsaBudgetStatus {
  const [, redisNow = 0, , limit = 0, learned = 0, used = 0, nextFree = 0] = reply;
  const moment = (at: number): number => now + Math.max(0, at - redisNow);
  /** One number of each priority: from `from` on, `step` apart. */
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
