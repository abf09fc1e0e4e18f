/** This process's own calls, from which the log in Redis can be restored. Times are on Redis's clock. */
export class CallHistory {
  readonly #moments = new Map<string, number>();
  readonly #window: number;

  constructor(windowMilliseconds: number) {
    this.#window = windowMilliseconds;
  }

  /** Whether no call counts any more, by the last known time. */
  get isEmpty(): boolean {
    return this.#moments.size === 0;
  }

  note(member: string, moment: number): void {
    this.#moments.set(member, moment);
  }

  forget(member: string): void {
    this.#moments.delete(member);
  }

  /** Drops the oldest calls that no longer count at `now`. */
  prune(now: number): void {
    for (const [member, moment] of this.#moments) {
      if (moment + this.#window > now) {
        return;
      }
      this.#moments.delete(member);
    }
  }

  /** Time and member of each call as flat lists, at most `calls` calls per list. */
  parts(calls: number): readonly (readonly string[])[] {
    const entries = [...this.#moments].map(([member, moment]) => [String(moment), member]);
    const parts: string[][] = [];
    for (let start = 0; start < entries.length; start += calls) {
      parts.push(entries.slice(start, start + calls).flat());
    }
    return parts;
  }
}
