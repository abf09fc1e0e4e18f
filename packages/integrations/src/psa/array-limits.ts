/** So many arrays in a row have to fail, and all that was in them has to be taken one by one, before an endpoint counts as one that takes none. */
const conclusiveFailures = 2;

interface Failures {
  /** Arrays that failed, whose objects were all taken one by one afterwards. */
  readonly explained: number;
  /** Arrays that failed since, and how many of their objects were not yet taken alone. */
  readonly open: number;
  readonly left: number;
}

/** The largest array that each endpoint of this PSA takes, by pattern, as far as it showed; 1: it takes none. */
export class ArrayLimits {
  readonly #largest: (pattern: string) => number;
  readonly #limits = new Map<string, number>();
  readonly #failures = new Map<string, Failures>();

  /** @param largest how many objects a request may hold at the moment, as far as nothing else has shown */
  constructor(largest: (pattern: string) => number) {
    this.#largest = largest;
  }

  of(pattern: string): number {
    return Math.min(this.#limits.get(pattern) ?? Number.POSITIVE_INFINITY, this.#largest(pattern));
  }

  /** Answers whether that is less than was known. */
  lower(pattern: string, limit: number): boolean {
    const isLower = limit < this.of(pattern);
    if (isLower) {
      this.#limits.set(pattern, limit);
    }
    return isLower;
  }

  arrayTaken(pattern: string): void {
    this.#failures.delete(pattern);
  }

  /** An array ended in an error of the PSA's own (status 500, 501), as where somebody forgot that arrays may come. */
  arrayFailed(pattern: string, length: number): void {
    const { explained, open, left } = this.#failures.get(pattern) ?? { explained: 0, open: 0, left: 0 };
    this.#failures.set(pattern, { explained, open: open + 1, left: left + length });
  }

  /**
   * One object was sent alone. Where it failed, the array may have failed because of it.
   *
   * @returns whether this showed that the endpoint takes no arrays
   */
  objectSent(pattern: string, isTaken: boolean): boolean {
    const failures = this.#failures.get(pattern);
    if (failures === undefined || failures.open === 0) {
      return false;
    }
    if (!isTaken) {
      this.#failures.delete(pattern);
      return false;
    }
    const { explained, open, left } = failures;
    const isExplained = left <= 1;
    this.#failures.set(
      pattern,
      isExplained ? { explained: explained + open, open: 0, left: 0 } : { explained, open, left: left - 1 },
    );
    return isExplained && explained + open >= conclusiveFailures && this.lower(pattern, 1);
  }
}
