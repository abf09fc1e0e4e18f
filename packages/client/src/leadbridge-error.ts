import type { components } from './generated/schema.js';

type ApiErrorCode = components['schemas']['ApiError']['error']['code'];

/** A code of the API, or one of the client's own; later versions of the service may add more. */
export type LeadbridgeErrorCode =
  | ApiErrorCode
  /** Nobody answered, or the answer broke off, every time that it was tried. */
  | 'NETWORK_ERROR'
  /** Something answered that does not speak as the service does, such as a proxy. */
  | 'UNEXPECTED_RESPONSE'
  /** A job was cancelled before it had a result. */
  | 'JOB_CANCELLED'
  /** A webhook's request was not signed with the secret, or too long ago. */
  | 'WEBHOOK_NOT_VERIFIED'
  | (string & {});

/** The one error of the client; whatever a signal aborts is thrown as the signal's own reason. */
export class LeadbridgeError extends Error {
  override readonly name = 'LeadbridgeError';
  readonly code: LeadbridgeErrorCode;
  /** The HTTP status; null where there is none. */
  readonly status: number | null;
  /** For the operator of the service; null where there was no response. */
  readonly requestId: string | null;
  /** As the code says: for VALIDATION_ERROR the faults, for RATE_LIMIT_EXCEEDED the limit. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: LeadbridgeErrorCode,
    message: string,
    about: {
      readonly status?: number | null;
      readonly requestId?: string | null;
      readonly details?: Readonly<Record<string, unknown>>;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, about);
    const { status = null, requestId = null, details = {} } = about;
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.details = details;
  }
}

/** The error that a response tells of, in the words of the service where it is the service that answered. */
export async function errorOfResponse(response: Response): Promise<LeadbridgeError> {
  const { status } = response;
  const requestId = response.headers.get('x-request-id');
  const body: unknown = await response.json().catch(() => null);
  const error = isRecord(body) ? body['error'] : null;
  if (isRecord(error) && typeof error['code'] === 'string' && typeof error['message'] === 'string') {
    const { code, message, details, request_id: ownId } = error;
    return new LeadbridgeError(code, message, {
      status,
      requestId: typeof ownId === 'string' ? ownId : requestId,
      details: isRecord(details) ? details : {},
    });
  }
  return new LeadbridgeError('UNEXPECTED_RESPONSE', `The service answered ${status}`, { status, requestId });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
