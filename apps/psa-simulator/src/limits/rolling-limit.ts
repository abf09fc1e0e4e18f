export interface RateLimit {
  /** Requests in any window; 0 lifts the limit. */
  readonly limit: number;
  readonly windowSeconds: number;
}

const compactAfter = 4096;

/**
 * An exact rolling limit: a request is accepted if fewer than `limit` were accepted in the window before it. A
 * refused request takes no place. Times are those of arrival, on a clock that never steps back.
 */
export class RollingLimit {
  #rate: RateLimit;
  #violations = 0;
  #times: number[] = [];
  #oldest = 0;
  readonly #now: () => number;

  constructor(rate: RateLimit, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
  }

  get rate(): RateLimit {
    return this.#rate;
  }

  /** Requests refused so far. */
  get violations(): number {
    return this.#violations;
  }

  /** Requests that count at this moment. */
  get used(): number {
    this.#forget(this.#now());
    return this.#times.length - this.#oldest;
  }

  /** As the simulator's own pages show it. */
  view(): object {
    const { limit, windowSeconds } = this.#rate;
    return { limit, window_seconds: windowSeconds, used: this.used, violations: this.#violations };
  }

  set(rate: RateLimit): void {
    this.#rate = rate;
  }

  reset(): void {
    this.#times = [];
    this.#oldest = 0;
    this.#violations = 0;
  }

  /** True, or the milliseconds until a place is free. */
  take(): true | number {
    if (this.#rate.limit === 0) {
      return true;
    }
    const now = this.#now();
    this.#forget(now);
    if (this.#times.length - this.#oldest < this.#rate.limit) {
      this.#times.push(now);
      return true;
    }
    this.#violations += 1;
    return (
      (this.#times[this.#times.length - this.#rate.limit] ?? now) + this.#rate.windowSeconds * 1000 - now
    );
  }

  #forget(now: number): void {
    const start = now - this.#rate.windowSeconds * 1000;
    while (this.#oldest < this.#times.length && (this.#times[this.#oldest] ?? now) <= start) {
      this.#oldest += 1;
    }
    if (this.#oldest > compactAfter && this.#oldest * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#oldest);
      this.#oldest = 0;
    }
  }
}
