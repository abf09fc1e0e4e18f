import type { FaultRule } from './fault-rule.js';

/** How a PSA fails all the time: a share of its calls, each in one of the forms. */
export interface StandingFailure {
  /** 0 to 1 */
  readonly probability: number;
  readonly forms: readonly FaultRule[];
}

/** More in a row would be a PSA that is unavailable, not one that loses responses. */
const maxInARow = 2;

/** Fails calls at random, but never three in a row. The same seed and calls give the same failures. */
export class StandingFaults {
  readonly #failure: StandingFailure;
  readonly #random: () => number;
  /** How often in a row each call (method, path and query) has failed so far. */
  readonly #inARow = new Map<string, number>();

  constructor(failure: StandingFailure, random: () => number) {
    this.#failure = failure;
    this.#random = random;
  }

  strike(request: {
    readonly method: string;
    readonly path: string;
    readonly query: string;
  }): FaultRule | undefined {
    const call = `${request.method} ${request.path}?${request.query}`;
    const before = this.#inARow.get(call) ?? 0;
    if (this.#random() >= this.#failure.probability || before >= maxInARow) {
      this.#inARow.delete(call);
      return undefined;
    }
    this.#inARow.set(call, before + 1);
    return this.#failure.forms[Math.floor(this.#random() * this.#failure.forms.length)];
  }
}
