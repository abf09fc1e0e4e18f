import type { PsaFailureReason } from '@leadbridge/contracts';

import type { PsaCallSummary } from '../ports/heartbeats.js';

/** Calls to the PSA failed, and no worker has had a usable answer since. */
export interface PsaFailure {
  /** Milliseconds since the first of them. */
  readonly ageMs: number;
  readonly reason: PsaFailureReason;
  /** What the PSA lacks, where that is the reason. */
  readonly missing?: readonly string[];
  /** False while it may be one call that went wrong: of those some always do. */
  readonly isOutage: boolean;
}

/** Calls that fail for so long are an outage; a single one is, where nothing else was asked for the longer time. */
const outageAfterMs = 4_000;
const outageOfOneCallAfterMs = 12_000;

/** What all workers together know of a PSA that fails; null where the last call of any was answered. */
export function psaFailureOf(workers: readonly PsaCallSummary[]): PsaFailure | null {
  const answerAgeMs = lowest(workers.map((worker) => worker.answerAgeMs));
  const standing = workers
    .flatMap(({ failures }) => (failures === null ? [] : [failures]))
    .filter(({ lastAgeMs }) => lastAgeMs < answerAgeMs)
    .sort((one, other) => one.lastAgeMs - other.lastAgeMs);
  const [latest] = standing;
  if (latest === undefined) {
    return missingMapping(workers);
  }
  const ageMs = Math.min(answerAgeMs, Math.max(...standing.map(({ firstAgeMs }) => firstAgeMs)));
  const isOneCall = standing.length === 1 && latest.firstAgeMs === latest.lastAgeMs;
  const isOutage = ageMs >= (isOneCall ? outageOfOneCallAfterMs : outageAfterMs);
  return { ageMs, reason: latest.reason, isOutage };
}

/** The PSA answers, and lacks what jobs need. */
function missingMapping(workers: readonly PsaCallSummary[]): PsaFailure | null {
  const lacking = workers.flatMap(({ setup }) => setup ?? []);
  return lacking.length === 0
    ? null
    : {
        ageMs: Math.max(...lacking.map(({ ageMs }) => ageMs)),
        reason: 'missing_mapping',
        missing: [...new Set(lacking.flatMap(({ missing }) => missing))],
        isOutage: true,
      };
}

/** Milliseconds since any worker's last call came to its end; infinite for none yet. */
export function lastPsaCallAgeMs(workers: readonly PsaCallSummary[]): number {
  return lowest(workers.flatMap(({ answerAgeMs, failures }) => [answerAgeMs, failures?.lastAgeMs ?? null]));
}

function lowest(ages: readonly (number | null)[]): number {
  return Math.min(Number.POSITIVE_INFINITY, ...ages.filter((age) => age !== null));
}
