/** The PSA answered with a refusal (4xx); `message` is the PSA's own text, without markup, at most 500 characters. */
export class PsaRefusedError extends Error {
  override readonly name: string = 'PsaRefusedError';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** It is the service's credentials or their rights that are refused, whatever was asked: no other call would fare better. */
export class PsaCredentialsError extends PsaRefusedError {
  override readonly name = 'PsaCredentialsError';
}

/** The PSA could not be reached, failed (5xx), or answered with something that is not an answer. Nothing was applied, or the call only read. */
export class PsaUnavailableError extends Error {
  override readonly name = 'PsaUnavailableError';
}

/** A write whose answer was lost: the PSA may or may not have applied it. */
export class PsaUncertainError extends Error {
  override readonly name = 'PsaUncertainError';
}

/** No slot of the PSA's budget is to be had soon. Not a failure: the work is to be continued at `retryAt` (Unix milliseconds). */
export class PsaBudgetError extends Error {
  override readonly name = 'PsaBudgetError';
  readonly retryAt: number;
  /** Calls that the budget has in one window; 0 where that is not known. */
  readonly callsPerWindow: number;
  readonly windowMs: number;

  constructor(retryAt: number, { callsPerWindow = 0, windowMs = 0 } = {}) {
    super('The budget of PSA requests is spent for now');
    this.retryAt = retryAt;
    this.callsPerWindow = callsPerWindow;
    this.windowMs = windowMs;
  }
}
