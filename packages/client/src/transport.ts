import { errorOfResponse, LeadbridgeError } from './leadbridge-error.js';
import { pause, type Sleep } from './pause.js';

export interface RetryWait {
  readonly seconds: number;
  /** Why: RATE_LIMIT_EXCEEDED with the limit in its details, NETWORK_ERROR, … */
  readonly error: LeadbridgeError;
}

export interface TransportSettings {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly maxWaitSeconds: number;
  /** Called before every pause; if it throws, the request ends with that error. */
  readonly onWait?: ((wait: RetryWait) => void | Promise<void>) | undefined;
  readonly sleep?: Sleep | undefined;
}

export type Transport = (request: Request) => Promise<Response>;

/** Pauses before each retry for which the response names none. */
const pausesMs = [500, 2_000, 5_000];

/** 409 with `Retry-After` means that the first request with the same `Idempotency-Key` is still running. */
const retriedStatuses = [409, 429, 503];

/**
 * Sends requests, and retries them at most three times: after 429 and 503 with the pause that the response asks for, and requests without
 * a response if that is safe. Returns only successful responses, with their complete body.
 *
 * @throws LeadbridgeError, or the reason of the request's signal
 */
export function createTransport(settings: TransportSettings): Transport {
  return async (request) => sendWithRetries(request, settings, readWhole);
}

/** The same for a response whose body is streamed, such as server-sent events. */
export function createStreamTransport(settings: TransportSettings): Transport {
  return async (request) => sendWithRetries(request, settings, (response) => Promise.resolve(response));
}

async function sendWithRetries(
  request: Request,
  { fetch, maxWaitSeconds, onWait, sleep = pause }: TransportSettings,
  read: (response: Response) => Promise<Response>,
): Promise<Response> {
  for (let repetition = 0; ; repetition += 1) {
    const pauseMs = pausesMs[repetition];
    const outcome = await attempt(pauseMs === undefined ? request : request.clone(), fetch, read);
    if (outcome instanceof Response) {
      return outcome;
    }
    const seconds = waitOf(outcome, request, pauseMs);
    if (seconds === null || seconds > maxWaitSeconds) {
      throw outcome.error;
    }
    await onWait?.({ seconds, error: outcome.error });
    await sleep(seconds * 1_000, request.signal);
  }
}

interface Failure {
  readonly error: LeadbridgeError;
  /** Null if the response does not say. */
  readonly retryAfterSeconds: number | null;
}

async function attempt(
  request: Request,
  fetch: TransportSettings['fetch'],
  read: (response: Response) => Promise<Response>,
): Promise<Response | Failure> {
  try {
    const response = await fetch(request);
    if (response.ok) {
      return await read(response);
    }
    return { error: await errorOfResponse(response), retryAfterSeconds: retryAfterOf(response) };
  } catch (error) {
    request.signal.throwIfAborted();
    const message = `${new URL(request.url).origin} cannot be reached: ${reasonOf(error)}`;
    return {
      error: new LeadbridgeError('NETWORK_ERROR', message, { cause: error }),
      retryAfterSeconds: null,
    };
  }
}

/** How long to wait before the retry; null if the request must not be retried. */
function waitOf(
  { error: { status }, retryAfterSeconds }: Failure,
  request: Request,
  pauseMs: number | undefined,
): number | null {
  if (pauseMs === undefined) {
    return null;
  }
  if (status === null || (status === 503 && retryAfterSeconds === null)) {
    return isRepeatable(request) ? pauseMs / 1_000 : null;
  }
  if (!retriedStatuses.includes(status) || (status === 409 && retryAfterSeconds === null)) {
    return null;
  }
  return retryAfterSeconds ?? pauseMs / 1_000;
}

/** Whether the request can arrive twice without a further effect. */
function isRepeatable({ method, headers }: Request): boolean {
  return headers.has('idempotency-key') || !['POST', 'PATCH'].includes(method);
}

/** `Retry-After` in seconds, which may also come as a date. */
function retryAfterOf({ headers }: Response): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) {
    return Number(text);
  }
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}

const statusesWithoutBody = [204, 205, 304];

/** Reads the body here, so that an incomplete response is retried like a missing one. */
async function readWhole(response: Response): Promise<Response> {
  const body = await response.arrayBuffer();
  return new Response(statusesWithoutBody.includes(response.status) ? null : body, response);
}

/** The cause says more than the message of `fetch`, which is always the same. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (typeof cause === 'object' && cause !== null && 'code' in cause) {
    return String(cause.code);
  }
  return cause instanceof Error ? cause.message : String(cause);
}
