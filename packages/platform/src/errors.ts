/** The specification's error codes ("Errors"); each is an `AppError`'s stable name. */
export type ErrorCode =
  | 'VALIDATION_ERROR'
  | 'AUTHENTICATION_ERROR'
  | 'AUTHORIZATION_ERROR'
  | 'RATE_LIMIT_EXCEEDED'
  | 'RESOURCE_NOT_FOUND'
  | 'EXTERNAL_API_ERROR'
  | 'INTERNAL_ERROR';

export interface AppErrorOptions {
  readonly cause?: unknown;
  /** Further data for the caller; never a secret, never personal data that the caller did not send. */
  readonly details?: Readonly<Record<string, unknown>>;
  /**
   * The status of HTTP errors that have their own (405, 409, 413, 415); otherwise the code's status is used.
   */
  readonly status?: number;
  /** Seconds after which the caller may retry. */
  readonly retryAfterSeconds?: number;
}

/** Its message is safe to show to the caller; all other errors are internal ones. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
    this.status = options.status;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
