/** A process that makes calls to the PSA. Times are Unix milliseconds of Redis's clock. */
export interface PsaCaller {
  readonly caller: string;
  /** It may have made calls until this time. */
  readonly until: number;
}

/** Those that may have called recently, stored where it survives a Redis that loses its data. */
export interface PsaCallers {
  announce(caller: PsaCaller): Promise<void>;
  /** Processes that may have made calls after `since`. */
  activeSince(since: number): Promise<readonly PsaCaller[]>;
}
