import Joi from 'joi';

import { oneOf } from './one-of.js';
import type { ValueOf } from './schema-types.js';

/** The error codes of the specification ("Errors") with their statuses. */
export const statusOfErrorCode = {
  VALIDATION_ERROR: 400,
  AUTHENTICATION_ERROR: 401,
  AUTHORIZATION_ERROR: 403,
  RESOURCE_NOT_FOUND: 404,
  RATE_LIMIT_EXCEEDED: 429,
  EXTERNAL_API_ERROR: 502,
  INTERNAL_ERROR: 500,
} as const;

export type EnvelopeErrorCode = keyof typeof statusOfErrorCode;

/** For programs: `details.reason`. The meaning of a reason never changes, and more may be added. */
export const errorReasons = [
  'METHOD_NOT_ALLOWED',
  'LINK_EXPIRED',
  'REQUEST_TIMEOUT',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'EXPECTATION_FAILED',
  'HEADERS_TOO_LARGE',
  'IDEMPOTENCY_CONFLICT',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_ANSWER_UNKNOWN',
  'JOB_FINISHED',
  'JOB_NOT_FINISHED',
  'JOB_NOT_CANCELLABLE',
  'JOB_HAS_NO_FAILED_ROWS',
  'JOB_RETRY_IN_PROGRESS',
  'JOB_NO_DRY_RUN',
  'JOB_COMMITTED',
  'JOB_NOT_UNDOABLE',
  'JOB_TOO_OLD',
  'JOB_UNDONE',
  'WEBHOOK_ADDRESS_IN_USE',
  'WEBHOOK_LIMIT_REACHED',
  'WEBHOOK_CHANGED',
  'WEBHOOK_SWITCHED_OFF',
  'CONFIG_CHANGED',
  'MIRROR_OFF',
  'MIRROR_REBUILDING',
  'RECONCILIATION_RUNNING',
  'REMEDY_NOT_OFFERED',
  'FINDING_RESOLVED',
  'USER_EXISTS',
  'LAST_ADMIN',
  'SECOND_FACTOR_MISSING',
  'API_KEY_NOT_ROTATABLE',
  'REAUTHENTICATION_REQUIRED',
  'PERSON_REQUIRED',
  'OWN_ACCOUNT',
  'PASSWORD_SIGN_IN_OFF',
] as const;
export type ErrorReason = (typeof errorReasons)[number];

const reasonOfStatus: Readonly<Record<number, ErrorReason>> = {
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  417: 'EXPECTATION_FAILED',
  431: 'HEADERS_TOO_LARGE',
};

/** Adds the reason of a status that shares its code with others, unless the error has one. */
export function withReason(
  details: Readonly<Record<string, unknown>>,
  status: number,
): Readonly<Record<string, unknown>> {
  const reason = reasonOfStatus[status];
  return reason === undefined || 'reason' in details ? details : { ...details, reason };
}

export const validationFaultSchema = Joi.object({
  field: Joi.string().required().description('Dotted path, for example `data.email`.'),
  value: Joi.any().required().description('The value that was sent, shortened; null if there was none.'),
  message: Joi.string().required(),
});
/** `details.errors` lists all errors of a request; `details.field` and `details.value` repeat the first. */
export type ValidationFault = ValueOf<typeof validationFaultSchema>;

/** The code for HTTP errors with their own status: the closest one, for mistakes of the caller. */
export function errorCodeOfStatus(status: number): EnvelopeErrorCode {
  const found = Object.entries(statusOfErrorCode).find(([, known]) => known === status);
  if (found !== undefined) {
    return found[0] as EnvelopeErrorCode;
  }
  return status >= 400 && status < 500 ? 'VALIDATION_ERROR' : 'INTERNAL_ERROR';
}

/** `details` of a validation error, from its errors (at least one). */
export function validationDetails(faults: readonly ValidationFault[]): Record<string, unknown> {
  const [first] = faults;
  return { field: first?.field ?? 'body', value: first?.value ?? null, errors: faults };
}

/**
 * The same for an error that was thrown with less: without a `field` it concerns the whole request. A refused
 * transition keeps its own format (decisions: "Illegal transition").
 */
export function completeValidationDetails(
  details: Readonly<Record<string, unknown>>,
  message: string,
): Readonly<Record<string, unknown>> {
  if ('errors' in details || ('from' in details && 'allowed' in details)) {
    return details;
  }
  const { field, value } = details;
  return {
    ...details,
    ...validationDetails([
      { field: typeof field === 'string' ? field : 'request', value: value ?? null, message },
    ]),
  };
}

export const errorEnvelopeSchema = Joi.object({
  error: Joi.object({
    code: oneOf(Object.keys(statusOfErrorCode)),
    message: Joi.string().required(),
    details: Joi.object()
      .unknown(true)
      .required()
      .description(
        `For a validation error: field, value, errors. With 405, 409, 413 and 415, and some 403, also reason, for programs: ${errorReasons.join(', ')}; more may be added.`,
      ),
    timestamp: Joi.string().isoDate().required(),
    request_id: Joi.string().required().description('Equals the X-Request-Id header.'),
  }).required(),
});
export type ErrorEnvelope = ValueOf<typeof errorEnvelopeSchema>;
