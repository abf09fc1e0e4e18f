/** So many arrays in a row must fail, and their objects be accepted one by one, until arrays count as refused. */
const conclusiveFailures = 2;

interface Failures {
  /** Failed arrays whose objects were all accepted one by one afterwards. */
  readonly explained: number;
  /** Arrays that failed since, and how many of their objects have not been accepted one by one yet. */
  readonly open: number;
  readonly left: number;
}

/** The largest array that each endpoint is known to accept, by pattern; 1 if it accepts none. */
export class ArrayLimits {
  readonly #largest: (pattern: string) => number;
  readonly #limits = new Map<string, number>();
  readonly #failures = new Map<string, Failures>();

  /** @param largest the currently allowed number of objects per request, unless a smaller limit is known */
  constructor(largest: (pattern: string) => number) {
    this.#largest = largest;
  }

  of(pattern: string): number {
    return Math.min(this.#limits.get(pattern) ?? Number.POSITIVE_INFINITY, this.#largest(pattern));
  }

  /** Returns whether that is less than was known. */
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

  /** With status 500 or 501: the PSA's code may not expect arrays. */
  arrayFailed(pattern: string, length: number): void {
    const { explained, open, left } = this.#failures.get(pattern) ?? { explained: 0, open: 0, left: 0 };
    this.#failures.set(pattern, { explained, open: open + 1, left: left + length });
  }

  /**
   * One object was sent alone. If it failed too, it may have been the reason why the array failed.
   *
   * @returns whether this showed that the endpoint does not accept arrays
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
