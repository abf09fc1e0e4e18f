/**
 * What this process remembers of its own calls, so that the log in Redis can be brought back after Redis lost its
 * data. Moments are milliseconds of Redis's clock.
 */
export class CallHistory {
  readonly #moments = new Map<string, number>();
  readonly #window: number;

  constructor(windowMilliseconds: number) {
    this.#window = windowMilliseconds;
  }

  /** Whether a call may still count, as far as the last known time tells. */
  get isEmpty(): boolean {
    return this.#moments.size === 0;
  }

  note(member: string, moment: number): void {
    this.#moments.set(member, moment);
  }

  forget(member: string): void {
    this.#moments.delete(member);
  }

  /** Drops, oldest first, what no longer counts at `now`. */
  prune(now: number): void {
    for (const [member, moment] of this.#moments) {
      if (moment + this.#window > now) {
        return;
      }
      this.#moments.delete(member);
    }
  }

  /** Moment and member of each call, flat, in parts of at most `calls` calls. */
  parts(calls: number): readonly (readonly string[])[] {
    const entries = [...this.#moments].map(([member, moment]) => [String(moment), member]);
    const parts: string[][] = [];
    for (let start = 0; start < entries.length; start += calls) {
      parts.push(entries.slice(start, start + calls).flat());
    }
    return parts;
  }
}
