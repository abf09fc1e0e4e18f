/** Which days are done: a run that was cut short is made again, whole. */
export interface ReconciliationDays {
  /** @param day `YYYY-MM-DD`, in UTC */
  isFinished(day: string): Promise<boolean>;
  /** False as long as no day is done. */
  isBegun(): Promise<boolean>;
  /** @param at ISO 8601 */
  finish(
    day: string,
    result: { readonly tickets: number; readonly missed: number },
    at: string,
  ): Promise<void>;
}
