/** The PSA refused the call (4xx). `message` is the PSA's own text, without markup, at most 500 characters. */
export class PsaRefusedError extends Error {
  override readonly name: string = 'PsaRefusedError';
  readonly status: number;
  /** For the logger: the PSA's text may repeat what was sent about a person. */
  readonly quotesRequest: boolean = true;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }

  /** Whether it is about the one entity that was asked for, such as one that the service's agent may not see. */
  get isOfOne(): boolean {
    return this.status !== 401;
  }
}

/** The PSA refuses the service's credentials or their permissions, so every other call would fail too. */
export class PsaCredentialsError extends PsaRefusedError {
  override readonly name = 'PsaCredentialsError';
  override readonly quotesRequest = false;

  override get isOfOne(): boolean {
    return false;
  }
}

/** Whether an error is such a refusal: see `PsaRefusedError.isOfOne`. */
export function isRefusalOfOne(error: unknown): error is PsaRefusedError {
  return error instanceof PsaRefusedError && error.isOfOne;
}

/** Unreachable, failed (5xx) or unusable response. Nothing was applied, or the call only read. */
export class PsaUnavailableError extends Error {
  override readonly name = 'PsaUnavailableError';
  /** Of the response that the message quotes, which may repeat what was sent about a person; null if it quotes none. */
  readonly status: number | null;

  constructor(
    message: string,
    { status, cause }: { readonly status?: number; readonly cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.status = status ?? null;
  }

  get quotesRequest(): boolean {
    return this.status !== null;
  }
}

/** A write whose response was lost: the PSA may or may not have applied it. */
export class PsaUncertainError extends Error {
  override readonly name = 'PsaUncertainError';
  readonly quotesRequest = true;
}

/** No slot of the budget is available soon. Not a failure: resumes at `retryAt` (Unix milliseconds). */
export class PsaBudgetError extends Error {
  override readonly name = 'PsaBudgetError';
  readonly retryAt: number;
  /** Calls per window of the budget; 0 if unknown. */
  readonly callsPerWindow: number;
  readonly windowMs: number;

  constructor(retryAt: number, { callsPerWindow = 0, windowMs = 0 } = {}) {
    super('The budget of PSA requests is spent for now');
    this.retryAt = retryAt;
    this.callsPerWindow = callsPerWindow;
    this.windowMs = windowMs;
  }
}
