import { createHmac } from 'node:crypto';

import { statusOfErrorCode, type ErrorReason } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';
import type { FirstResponse, IdempotencyStore, RunningRequest } from '@leadbridge/store';

import { presentFinishedJob } from '../enqueue-and-wait.js';
import { fieldError } from '../../http/field-error.js';
import type { RouteResponse } from '../../http/route-response.js';
import type { Route, RouteRequest } from '../route.js';
import { digestOf, requestDigest } from './request-digest.js';
import { openResponse, sealResponse } from './sealed-response.js';

const keyForm = /^[\x21-\x7e]{1,255}$/;
const retryAfterSeconds = 1;

/** A request that has not renewed its claim for this long has crashed. */
const leaseMs = 15_000;
const renewMs = 5_000;

/**
 * Runs a request once for each `Idempotency-Key` of a credential (decisions: "Retrying a request safely").
 * The response is stored once the work has ended, whether it succeeded or was rejected: the same lead, sent
 * again, would be rejected again. An internal error is not stored, and a crashed request is resumed with the
 * job that it may have started.
 *
 * @param target the method, path and query, to which the key is bound together with the body
 * @throws AppError 400 for a malformed key, 409 for a key in use
 */
export async function withIdempotency(
  route: Route,
  request: RouteRequest,
  target: string,
): Promise<RouteResponse> {
  const key = request.headers['idempotency-key'];
  if (route.idempotent !== true || key === undefined) {
    return await route.handler(request);
  }
  if (typeof key !== 'string' || !keyForm.test(key)) {
    const message = 'Idempotency-Key must be 1 to 255 visible ASCII characters';
    throw fieldError('Idempotency-Key', null, message);
  }
  const { services, jobId } = request;
  const id = digestOf(request.credential?.id ?? request.address, key);
  const { body, list } = request;
  const sent = await requestDigest(target, list === null ? body : { body, list: list.digest });
  const [encryptionKey, ...formerKeys] = services.encryptionKeys;
  const fingerprint = keyed(encryptionKey, sent);
  const formerFingerprints = formerKeys.map((former) => keyed(former, sent));
  const claim = await services.idempotency.claim({
    id,
    fingerprint,
    formerFingerprints,
    jobId,
    leaseMs,
  });
  if (claim.kind === 'claimed') {
    return await runClaimed(route, request, claim.running);
  }
  if (claim.kind === 'responded') {
    const response = await replayResponse(route, request, id, claim.response);
    return { ...response, headers: { ...response.headers, 'Idempotency-Replayed': 'true' } };
  }
  throw refuse(
    claim.kind === 'conflict'
      ? 'This Idempotency-Key was used for another request'
      : 'The first request with this Idempotency-Key is still running',
    claim.kind === 'conflict' ? 'IDEMPOTENCY_CONFLICT' : 'IDEMPOTENCY_IN_PROGRESS',
  );
}

async function runClaimed(
  route: Route,
  request: RouteRequest,
  running: RunningRequest,
): Promise<RouteResponse> {
  const { idempotency, encryptionKeys } = request.services;
  const renewal = setInterval(() => {
    idempotency.renew(running, leaseMs).catch(() => {
      // The next renewal may succeed; if none does, the request counts as crashed, and can be resumed.
    });
  }, renewMs);
  try {
    const response = await route.handler({ ...request, jobId: running.jobId, resumed: running.resumed });
    if (response.status >= statusOfErrorCode.INTERNAL_ERROR) {
      await idempotency.release(running);
    } else {
      const sealed =
        response.jobId === undefined ? sealResponse(encryptionKeys[0], running.id, response) : null;
      await idempotency.finish(running, { status: response.status, sealed });
    }
    return response;
  } catch (error) {
    await abandon(idempotency, running, error);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/**
 * A request that was refused before any work has stored nothing, so the key is free again. After an internal
 * error it is unknown what was stored: the next request with the key continues with the same job.
 */
async function abandon(
  idempotency: IdempotencyStore,
  running: RunningRequest,
  error: unknown,
): Promise<void> {
  const refused = error instanceof AppError && (error.status ?? statusOfErrorCode[error.code]) < 500;
  try {
    await (refused ? idempotency.release(running) : idempotency.suspend(running));
  } catch {
    // The lease expires by itself; the caller gets the first error.
  }
}

async function replayResponse(
  route: Route,
  request: RouteRequest,
  id: string,
  first: FirstResponse,
): Promise<RouteResponse> {
  const { services } = request;
  if (first.sealed !== null) {
    for (const key of services.encryptionKeys) {
      const response = openResponse(key, id, first.sealed);
      if (response !== null) {
        return response;
      }
    }
  } else if (route.present !== undefined) {
    const record = await services.jobs.find(first.jobId);
    if (record !== null) {
      return await presentFinishedJob(record, route.present, services);
    }
  }
  throw refuse(
    'The response to the first request with this Idempotency-Key is no longer known',
    'IDEMPOTENCY_ANSWER_UNKNOWN',
  );
}

function refuse(message: string, reason: ErrorReason): AppError {
  return new AppError('VALIDATION_ERROR', message, {
    status: 409,
    details: { field: 'Idempotency-Key', value: null, reason },
    ...(reason === 'IDEMPOTENCY_IN_PROGRESS' ? { retryAfterSeconds } : {}),
  });
}

/** A body may contain a password, which could be guessed from a plain digest in the database. */
function keyed(key: Buffer, digest: string): string {
  return createHmac('sha256', key).update(digest).digest('base64url');
}
