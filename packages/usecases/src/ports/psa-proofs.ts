/** A round trip of writes passed: what was written to a throw-away ticket was there when read. */
export interface PsaWriteProof {
  readonly psaUrl: string;
  /** The build of the PSA; another build needs a new proof. Empty if the PSA reports none. */
  readonly build: string;
  readonly passedAt: string;
  /** Whether several objects in one request were created, and returned in their order. */
  readonly takesArrays: boolean;
}

/** The last proof of each PSA, shared by all processes. */
export interface PsaProofs {
  find(psaUrl: string): Promise<PsaWriteProof | null>;
  save(proof: PsaWriteProof): Promise<void>;
  /** Drops the proof, because the PSA has failed since. */
  forget(psaUrl: string): Promise<void>;
}
