import type { Period, PsaPriority } from '@leadbridge/contracts';

/** The budget of PSA requests at one point in time; see `PsaBudgetStatus`. */
export interface PsaBudgetSample {
  readonly at: Date;
  /** Allowed requests per window: the configured number, or a lower limit that the PSA has named. */
  readonly limit: number;
  readonly used: number;
  /** Ours by priority, and those of others as far as 429s show them, including the reserve for others. */
  readonly usedBy: Readonly<Record<PsaPriority | 'others', number>>;
  /** Calls waiting for a slot. */
  readonly waiting: Readonly<Record<PsaPriority, number>>;
}

/** Samples of the budget, one a minute across all processes, kept for a month. */
export interface PsaBudgetHistory {
  /** Only the first of each minute counts. */
  record(sample: PsaBudgetSample): Promise<void>;
  /**
   * For each interval with samples, the one with the highest usage, by the start of the interval.
   *
   * @param period of whole intervals
   */
  peaks(period: Period, intervalMs: number): Promise<ReadonlyMap<number, PsaBudgetSample>>;
}
