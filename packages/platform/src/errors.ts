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
  /** What the caller may see beside the message; never a secret, never a person's data that the caller did not send. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** An HTTP fact that has a status of its own (405, 409, 413, 415); else the code's own status is used. */
  readonly status?: number;
  /** Seconds after which the caller may try again. */
  readonly retryAfterSeconds?: number;
}

/** A fault with a message that is safe to show to the caller. Everything else is an internal error to the caller. */
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
