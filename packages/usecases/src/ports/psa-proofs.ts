/** That a round trip of writes through a PSA has passed: what was written into a throw-away ticket was there when it was read. */
export interface PsaWriteProof {
  /** The PSA's address. */
  readonly psaUrl: string;
  /** Of the PSA; another build has to prove itself anew. Empty where it names none. */
  readonly build: string;
  /** ISO 8601. */
  readonly passedAt: string;
  /** Whether several objects in one request were created, and told of in their order. */
  readonly takesArrays: boolean;
}

/** The last proof of each PSA, for all processes. */
export interface PsaProofs {
  find(psaUrl: string): Promise<PsaWriteProof | null>;
  save(proof: PsaWriteProof): Promise<void>;
  /** What failed now is not proven by what passed before. */
  forget(psaUrl: string): Promise<void>;
}
