/** The fence grows with every claim, so that the record of a stale holder is refused. */
export interface Claims {
  readonly fence: number;
  /** After a failover the database may issue the same fence twice; the holder still differs. */
  readonly holder: string;
  readonly held: ReadonlySet<string>;
  readonly busy: ReadonlySet<string>;
  /**
   * The claimed keys that an earlier holder lost, or released unsettled. Its writes to the PSA may not be
   * recorded anywhere, so the PSA must be read again.
   */
  readonly inherited: ReadonlySet<string>;
  /** Milliseconds since the last inherited lock was lost or released; Infinity if none is inherited. */
  readonly inheritedForMs: number;
}

/** Leased locks per dedupe key, claimed together. */
export interface ClaimStore {
  /**
   * Locks each key that is free. Keys locked by others are returned as `busy`.
   *
   * @param fence reserved just before; see `ImportStore.reserveFence`
   */
  claim(keys: readonly string[], leaseMs: number, fence?: number): Promise<Claims>;
  /** Extends the locks; false if any was lost. */
  renewClaims(claims: Claims, leaseMs: number): Promise<boolean>;
  /**
   * @param unsettled keys for which the PSA may contain something that is not recorded; the next claim
   * reports them as `inherited`
   */
  releaseClaims(claims: Claims, unsettled?: readonly string[]): Promise<void>;
}

/** Another worker has taken over the locks: stop, write nothing more, and read again. */
export class StaleClaimError extends Error {
  override readonly name = 'StaleClaimError';
}
