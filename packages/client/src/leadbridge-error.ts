import type { components } from './generated/schema.js';

type ApiErrorCode = components['schemas']['ApiError']['error']['code'];

/** A code of the API, or one of the client's own; later versions of the service may add more. */
export type LeadbridgeErrorCode =
  | ApiErrorCode
  /** There was no complete response, also after all retries. */
  | 'NETWORK_ERROR'
  /** The response is not one of the service, but for example of a proxy. */
  | 'UNEXPECTED_RESPONSE'
  /** A job was cancelled before it had a result. */
  | 'JOB_CANCELLED'
  /** The request of a webhook is not signed with the secret, or is too old. */
  | 'WEBHOOK_NOT_VERIFIED'
  | (string & {});

/** The error class of the client; an aborted request throws the reason of its signal instead. */
export class LeadbridgeError extends Error {
  override readonly name = 'LeadbridgeError';
  readonly code: LeadbridgeErrorCode;
  /** The HTTP status; null where there is none. */
  readonly status: number | null;
  /** For the operator of the service; null where there was no response. */
  readonly requestId: string | null;
  /** By code: for VALIDATION_ERROR the errors, for RATE_LIMIT_EXCEEDED the limit. */
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

/** The error of a response; with the message of the service if the response is one of the service. */
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
  return new LeadbridgeError('UNEXPECTED_RESPONSE', `The service responded with status ${status}`, {
    status,
    requestId,
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
