import type { PsaFailureReason } from '@leadbridge/contracts';
import type { PsaCallSummary } from '@leadbridge/usecases';

/** A call that has no answer for so long is taken for one that gets none, until any other is answered. */
const unansweredAfterMs = 3_000;

interface Failures {
  readonly first: number;
  readonly last: number;
  readonly reason: PsaFailureReason;
}

/** Remembers what became of this process's calls to the PSA: when it last gave a usable answer, and what failed since. */
export class PsaCallMonitor {
  readonly #now: () => number;
  #answeredAt: number | null = null;
  #failures: Failures | null = null;
  /** When each call that is under way was sent, the oldest first. */
  readonly #underWay = new Set<{ readonly sentAt: number }>();

  /** @param now milliseconds of a clock that never steps back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A call leaves; to be told when it has come to its end, whatever that is. */
  sent(): () => void {
    const call = { sentAt: this.#now() };
    this.#underWay.add(call);
    return () => {
      this.#underWay.delete(call);
    };
  }

  /** The API gave an answer that can be used, a refusal of the request among them. */
  answered(): void {
    this.#answeredAt = this.#now();
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
      answerAgeMs: this.#answeredAt === null ? null : now - this.#answeredAt,
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

  /** A PSA that takes calls and answers none is known long before the first of them is given up. */
  #standingFailures(now: number): Failures | null {
    const oldest = [...this.#underWay].find(({ sentAt }) => sentAt > (this.#answeredAt ?? -Infinity));
    if (oldest === undefined || now - oldest.sentAt < unansweredAfterMs) {
      return this.#failures;
    }
    const { sentAt } = oldest;
    if (this.#failures === null) {
      return { first: sentAt, last: sentAt, reason: 'unreachable' };
    }
    const { first, last, reason } = this.#failures;
    // Of a failure that is older, another process may know that it is over; of this silence it does not.
    return {
      first: Math.min(first, sentAt),
      last: Math.max(last, sentAt),
      reason: sentAt > last ? 'unreachable' : reason,
    };
  }
}
