import { errorCodeOfStatus } from '@leadbridge/contracts';

import { jobIdHeader } from '../http/route-response.js';
import type { JsonObject } from './document.js';
import { errorExample } from './error-examples.js';

const meanings: Readonly<Record<number, string>> = {
  400: 'The request is not valid. `details` holds `field` and `value` of the first fault, and every fault in `errors`. Nothing has changed.',
  401: 'Credentials are missing, wrong, expired or revoked; or a signature does not match.',
  403: 'The credential lacks the permission, or the user must first provide a second factor or a password: `details` says which.',
  404: 'There is no such resource.',
  409: 'The request does not fit what is there: another body under the same `Idempotency-Key`, the first one still running (`Retry-After`), or a state that does not allow it.',
  413: 'The body, or a list in it, is too large.',
  415: 'The body is not JSON in UTF-8, or encoded in an unknown way.',
  429: 'A limit is used up. `Retry-After` says when to try again.',
  500: 'Something unexpected went wrong. `request_id` finds it in the logs.',
  503: 'Not ready, or too much is asked for at once; the same request may be sent again.',
  502: 'The PSA, or another system behind the service, failed. The job stays on record.',
};

/** @throws Error for a status without a description, so that a new one requires it */
export function errorResponse(status: number): JsonObject {
  const description = meanings[status];
  if (description === undefined) {
    throw new Error(`The status ${status} has no description for the API's document`);
  }
  return {
    description: `${errorCodeOfStatus(status)}. ${description}`,
    headers: {
      ...responseHeaders,
      ...(status === 429 || status === 409 ? { 'Retry-After': retryAfter } : {}),
      ...(status === 401 ? { 'WWW-Authenticate': { schema: { type: 'string' } } } : {}),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ApiError' },
        example: errorExample(status),
      },
    },
  };
}

export function errorResponseName(status: number): string {
  return `Error${status}`;
}

const retryAfter = { description: 'Seconds.', schema: { type: 'integer', minimum: 0 } };

export const responseHeaders: JsonObject = Object.fromEntries(
  ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]),
);

export const jobResponseHeaders: JsonObject = {
  ...responseHeaders,
  [jobIdHeader]: { $ref: `#/components/headers/${jobIdHeader}` },
};

export const headerComponents: JsonObject = {
  ETag: { description: 'Names the version, for `If-Match`.', schema: { type: 'string' } },
  [jobIdHeader]: {
    description: 'The job that did the work: see `GET /jobs/{job_id}`.',
    schema: { type: 'string' },
  },
  'X-Request-Id': {
    description: 'Identifies the request in responses and logs; a well-formed value that you send is used.',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': { description: 'Requests allowed.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': {
    description: 'When the limit is fully available again, in Unix seconds.',
    schema: { type: 'integer' },
  },
};
