import type { PsaFailureReason } from '@leadbridge/contracts';

import type { PsaCallSummary } from '../ports/heartbeats.js';

/** Calls to the PSA failed, and no worker has had a usable response since. */
export interface PsaFailure {
  /** Milliseconds since the first failure. */
  readonly ageMs: number;
  readonly reason: PsaFailureReason;
  readonly missing?: readonly string[];
  /** False while it may be a single failed call, which can always happen. */
  readonly isOutage: boolean;
}

/** A single failed call is an outage only if nothing else was sent for the longer time. */
const outageAfterMs = 4_000;
const outageOfOneCallAfterMs = 12_000;

/** The PSA failure seen by all workers together; null if the last call of any worker got a response. */
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

/** The PSA responds, but lacks something that jobs need. */
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

/** Milliseconds since any worker's last call ended; infinite if there was none. */
export function lastPsaCallAgeMs(workers: readonly PsaCallSummary[]): number {
  return lowest(workers.flatMap(({ answerAgeMs, failures }) => [answerAgeMs, failures?.lastAgeMs ?? null]));
}

function lowest(ages: readonly (number | null)[]): number {
  return Math.min(Number.POSITIVE_INFINITY, ...ages.filter((age) => age !== null));
}
