import type { AttemptOutcome } from '../ports/webhooks.js';

/** How a target has responded; null where there was no attempt. */
export interface TargetStatistics {
  readonly attemptCount: number;
  /** From 0 to 1. */
  readonly successRate: number | null;
  /** The duration that 95 % of the attempts did not exceed. */
  readonly p95Milliseconds: number | null;
}

export function statisticsOf(attempts: readonly AttemptOutcome[]): TargetStatistics {
  const attemptCount = attempts.length;
  const durations = attempts.map(({ durationMilliseconds }) => durationMilliseconds).sort((a, b) => a - b);
  return {
    attemptCount,
    successRate:
      attemptCount === 0 ? null : attempts.filter(({ error }) => error === null).length / attemptCount,
    p95Milliseconds: durations[Math.ceil(attemptCount * 0.95) - 1] ?? null,
  };
}
