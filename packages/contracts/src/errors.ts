import Joi from 'joi';

/** The error codes of the specification ("Errors") with the status that each is answered with. */
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

/** The body of every error answer. */
export interface ErrorEnvelope {
  readonly error: {
    readonly code: EnvelopeErrorCode;
    readonly message: string;
    readonly details: Readonly<Record<string, unknown>>;
    /** ISO 8601. */
    readonly timestamp: string;
    /** Equals the answer's `X-Request-Id` header. */
    readonly request_id: string;
  };
}

/** One fault of a request; `details.errors` lists them all, `details.field` and `details.value` repeat the first. */
export interface ValidationFault {
  /** Dotted path, for example `data.email`; `body` for the body as a whole. */
  readonly field: string;
  /** What was sent, shortened; null where nothing was sent. Never a secret. */
  readonly value: unknown;
  readonly message: string;
}

/** HTTP facts that keep a status of their own carry the closest code: the caller's mistakes, all of them. */
export function errorCodeOfStatus(status: number): EnvelopeErrorCode {
  const found = Object.entries(statusOfErrorCode).find(([, known]) => known === status);
  if (found !== undefined) {
    return found[0] as EnvelopeErrorCode;
  }
  return status >= 400 && status < 500 ? 'VALIDATION_ERROR' : 'INTERNAL_ERROR';
}

/** `details` of a validation error, from its faults (at least one). */
export function validationDetails(faults: readonly ValidationFault[]): Record<string, unknown> {
  const [first] = faults;
  return { field: first?.field ?? 'body', value: first?.value ?? null, errors: faults };
}

/**
 * The same of an error that was thrown with less: one without a `field` is about the request as a whole. A refused transition keeps
 * its own form (decisions: "Illegal transition").
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

export const errorEnvelopeSchema = Joi.object<ErrorEnvelope>({
  error: Joi.object({
    code: Joi.string()
      .valid(...Object.keys(statusOfErrorCode))
      .required(),
    message: Joi.string().required(),
    details: Joi.object()
      .unknown(true)
      .required()
      .description('For a validation error: field, value, errors.'),
    timestamp: Joi.string().isoDate().required(),
    request_id: Joi.string().required().description('Equals the X-Request-Id header.'),
  }).required(),
});
