/** A process that makes calls to the PSA. Moments are Unix milliseconds of Redis's clock. */
export interface PsaCaller {
  readonly caller: string;
  /** It may have made calls until then. */
  readonly until: number;
}

/** Which processes may have made calls to the PSA of late, on record where a Redis that loses its data does not lose it. */
export interface PsaCallers {
  announce(caller: PsaCaller): Promise<void>;
  /** Those that may have made calls after `since`. */
  activeSince(since: number): Promise<readonly PsaCaller[]>;
}
