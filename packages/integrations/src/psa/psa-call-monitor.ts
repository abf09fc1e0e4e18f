import type { PsaFailureReason } from '@leadbridge/contracts';
import type { PsaCallSummary } from '@leadbridge/usecases';

/** Remembers what became of this process's calls to the PSA: when it last gave a usable answer, and what failed since. */
export class PsaCallMonitor {
  readonly #now: () => number;
  #answeredAt: number | null = null;
  #failures: { first: number; last: number; reason: PsaFailureReason } | null = null;

  /** @param now milliseconds of a clock that never steps back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
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
    return {
      answerAgeMs: this.#answeredAt === null ? null : now - this.#answeredAt,
      failures:
        this.#failures === null
          ? null
          : {
              firstAgeMs: now - this.#failures.first,
              lastAgeMs: now - this.#failures.last,
              reason: this.#failures.reason,
            },
    };
  }
}
