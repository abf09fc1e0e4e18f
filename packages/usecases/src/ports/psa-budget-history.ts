import type { Period, PsaPriority } from '@leadbridge/contracts';

/** The budget of PSA requests at one moment; see `PsaBudgetStatus`. */
export interface PsaBudgetSample {
  readonly at: Date;
  readonly limit: number;
  readonly used: number;
  readonly usedBy: Readonly<Record<PsaPriority | 'others', number>>;
  /** Calls that waited for a slot. */
  readonly waiting: Readonly<Record<PsaPriority, number>>;
}

/** Samples of the budget, one a minute whoever takes it, for a month. */
export interface PsaBudgetHistory {
  /** The first of each minute counts. */
  record(sample: PsaBudgetSample): Promise<void>;
  /**
   * Of each interval that has a sample: the one in which most was used, by the beginning of the interval.
   *
   * @param period of whole intervals
   */
  peaks(period: Period, intervalMs: number): Promise<ReadonlyMap<number, PsaBudgetSample>>;
}
