import { errorCodeOfStatus, type ErrorReason } from '@leadbridge/contracts';

import type { JsonObject } from './document.js';

interface Reason {
  readonly message: string;
  readonly details: JsonObject;
}

function fault(field: string, value: unknown, message: string, reason?: ErrorReason): Reason {
  const details = { field, value, errors: [{ field, value, message }] };
  return { message, details: reason === undefined ? details : { ...details, reason } };
}

const unexpected: Reason = { message: 'An unexpected error occurred', details: {} };

const reasons: Readonly<Record<number, Reason>> = {
  400: fault('data.email', 'alex@', 'Invalid email address'),
  401: { message: 'Credentials are required: an Authorization or X-API-Key header', details: {} },
  403: {
    message: 'The permission data.sync is required',
    details: { permission: 'data.sync', role: 'viewer' },
  },
  404: { message: 'There is no such lead', details: { lead_id: 999_999 } },
  409: fault(
    'Idempotency-Key',
    null,
    'This Idempotency-Key was used for another request',
    'IDEMPOTENCY_CONFLICT',
  ),
  413: fault('body', null, 'The body is too large', 'PAYLOAD_TOO_LARGE'),
  415: fault(
    'Content-Type',
    'text/plain',
    'The body must be JSON: Content-Type: application/json',
    'UNSUPPORTED_MEDIA_TYPE',
  ),
  429: { message: 'The hourly limit of requests is used up', details: { limit: 'hour', quota: 1_000 } },
  502: { message: 'The PSA could not be reached', details: { service: 'psa' } },
};

export function errorExample(status: number): JsonObject {
  return {
    error: {
      code: errorCodeOfStatus(status),
      ...(reasons[status] ?? unexpected),
      timestamp: '2026-01-31T09:30:00.000Z',
      request_id: 'req_0mkyz14sg8c2a7893bf76505c8',
    },
  };
}
