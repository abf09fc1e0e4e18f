import type { PsaFailureReason } from '@leadbridge/contracts';

import type { PsaWriteProof } from './psa-proofs.js';

/** Consecutive calls to the PSA without a usable response. Ages are milliseconds before the reading. */
export interface PsaCallFailures {
  readonly firstAgeMs: number;
  readonly lastAgeMs: number;
  /** Of the last failure. */
  readonly reason: PsaFailureReason;
}

export interface PsaCallSummary {
  /** Age of the last usable response in milliseconds; null if there was none yet. */
  readonly answerAgeMs: number | null;
  readonly failures: PsaCallFailures | null;
  /** What is missing in the PSA, so that its jobs wait; absent if nothing is missing. */
  readonly setup?: { readonly missing: readonly string[]; readonly ageMs: number };
  /** The last passed round trip of writes through this PSA; absent if none is known. */
  readonly writeProof?: Omit<PsaWriteProof, 'psaUrl'>;
}

export interface Heartbeats {
  /** One summary for each worker with a recent heartbeat. */
  readonly alive: readonly PsaCallSummary[];
  /** Age of the last heartbeat of any worker, including dead ones; null if there never was one. */
  readonly lastAgeMs: number | null;
}

/** Heartbeats of workers and the state of the PSA. All methods reject while Redis is unavailable. */
export interface HeartbeatBoard {
  publish(instance: string, psaCalls: PsaCallSummary): Promise<void>;
  withdraw(instance: string): Promise<void>;
  read(): Promise<Heartbeats>;
  /** True for only one worker within `leaseMs`. */
  claimPsaProbe(leaseMs: number): Promise<boolean>;
}
