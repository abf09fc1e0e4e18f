import type { PsaFailureReason } from '@leadbridge/contracts';

import type { PsaWriteProof } from './psa-proofs.js';

/** Calls to the PSA that came to no usable answer, with none that did in between. Ages are milliseconds before the reading. */
export interface PsaCallFailures {
  readonly firstAgeMs: number;
  readonly lastAgeMs: number;
  /** Of the last. */
  readonly reason: PsaFailureReason;
}

/** What became of the calls of one process to the PSA. */
export interface PsaCallSummary {
  /** Age of the last usable answer in milliseconds; null for none yet. */
  readonly answerAgeMs: number | null;
  readonly failures: PsaCallFailures | null;
  /** What the PSA lacks without which its jobs wait; absent where it lacks nothing. */
  readonly setup?: { readonly missing: readonly string[]; readonly ageMs: number };
  /** The round trip of writes that this PSA has passed; absent where none is known. */
  readonly writeProof?: Omit<PsaWriteProof, 'psaUrl'>;
}

export interface Heartbeats {
  /** One summary for each worker that was heard of lately. */
  readonly alive: readonly PsaCallSummary[];
  /** Age of the last sign of life of any worker, dead ones included; null where none was ever heard of. */
  readonly lastAgeMs: number | null;
}

/** Where workers say that they live and how the PSA answers them. All methods reject while Redis is unavailable. */
export interface HeartbeatBoard {
  publish(instance: string, psaCalls: PsaCallSummary): Promise<void>;
  /** Takes a worker that is about to end from the living. */
  withdraw(instance: string): Promise<void>;
  read(): Promise<Heartbeats>;
  /** True for one worker alone within so many milliseconds. */
  claimPsaProbe(leaseMs: number): Promise<boolean>;
}
