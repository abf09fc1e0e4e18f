import type { PsaFailureReason } from '@leadbridge/contracts';
import type { PsaCallSummary } from '@leadbridge/usecases';

/** A call without a response for this long is assumed to get none, until any other call gets one. */
const noResponseAfterMs = 3_000;

interface Failures {
  readonly first: number;
  readonly last: number;
  readonly reason: PsaFailureReason;
}

/** Records when the PSA last gave this process a usable response, and what failed since. */
export class PsaCallMonitor {
  readonly #now: () => number;
  #respondedAt: number | null = null;
  #failures: Failures | null = null;
  /** When each call in progress was sent, the oldest first. */
  readonly #underWay = new Set<{ readonly sentAt: number }>();

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A call is sent. The returned function must be called when it has ended, with any result. */
  sent(): () => void {
    const call = { sentAt: this.#now() };
    this.#underWay.add(call);
    return () => {
      this.#underWay.delete(call);
    };
  }

  /** The API gave a usable response, including a refusal of the request. */
  responded(): void {
    this.#respondedAt = this.#now();
    this.#failures = null;
  }

  failed(reason: PsaFailureReason): void {
    const now = this.#now();
    this.#failures = { first: this.#failures?.first ?? now, last: now, reason };
  }

  summary(): PsaCallSummary {
    const now = this.#now();
    const failures = this.#standingFailures(now);
    return {
      answerAgeMs: this.#respondedAt === null ? null : now - this.#respondedAt,
      failures:
        failures === null
          ? null
          : {
              firstAgeMs: now - failures.first,
              lastAgeMs: now - failures.last,
              reason: failures.reason,
            },
    };
  }

  /** A PSA that accepts calls and responds to none is detected long before the first of them times out. */
  #standingFailures(now: number): Failures | null {
    const oldest = [...this.#underWay].find(({ sentAt }) => sentAt > (this.#respondedAt ?? -Infinity));
    if (oldest === undefined || now - oldest.sentAt < noResponseAfterMs) {
      return this.#failures;
    }
    const { sentAt } = oldest;
    if (this.#failures === null) {
      return { first: sentAt, last: sentAt, reason: 'unreachable' };
    }
    const { first, last, reason } = this.#failures;
    // Another process may know that an older failure is over; it does not know about this silence.
    return {
      first: Math.min(first, sentAt),
      last: Math.max(last, sentAt),
      reason: sentAt > last ? 'unreachable' : reason,
    };
  }
}
