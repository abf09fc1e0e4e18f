import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from '@leadbridge/platform';
import { PsaUnavailableError } from '@leadbridge/usecases';

import type { HttpResponse } from '../http/http-client.js';
import { HttpFault } from '../http/http-fault.js';
import { readErrorText, readHeading } from './error-text.js';

const repeatsOfReads = 2;
const firstPauseMilliseconds = 250;
const maxPauseMs = 5_000;
/** The beginning of HTML. */
const isPage = /^\s*<(?:!doctype\s+html|html)\b/i;

/** Retries a harmless call that failed temporarily or is not readable; throws `PsaUnavailableError` at the end. */
export async function repeatWhilePassing<Result extends HttpResponse>(
  call: () => Promise<Result>,
  options: {
    isPassing(response: Result): boolean;
    isReadable(response: Result, isLastTry: boolean): boolean;
    path: string;
    logger: Logger;
    repeats?: number;
  },
): Promise<Result> {
  const { repeats = repeatsOfReads } = options;
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await call().catch((error: unknown) => {
      if (error instanceof HttpFault) {
        return error;
      }
      throw error;
    });
    const isLastTry = attempt === repeats;
    if (
      !(outcome instanceof HttpFault) &&
      !options.isPassing(outcome) &&
      options.isReadable(outcome, isLastTry)
    ) {
      return outcome;
    }
    if (isLastTry) {
      throw unavailable(outcome);
    }
    const asked = outcome instanceof HttpFault ? 0 : (outcome.retryAfterMilliseconds ?? 0);
    const pause = Math.max(asked, firstPauseMilliseconds * 4 ** attempt * (0.75 + Math.random() / 2));
    options.logger.warn('a read of the PSA failed and is retried', {
      path: options.path,
      reason: loggedFailure(outcome),
    });
    await sleep(Math.min(pause, maxPauseMs));
  }
}

export function unavailable(outcome: HttpResponse | HttpFault): PsaUnavailableError {
  const quotes = !(outcome instanceof HttpFault) && outcome.status >= 400;
  return new PsaUnavailableError(describeFailure(outcome), quotes ? { status: outcome.status } : {});
}

/** Without the PSA's own words, which may repeat what was searched for. */
function loggedFailure(outcome: HttpResponse | HttpFault): string {
  return outcome instanceof HttpFault || outcome.status < 400
    ? describeFailure(outcome)
    : `The PSA failed with status ${outcome.status}`;
}

/** Why there is no usable response, as a sentence. */
export function describeFailure(outcome: HttpResponse | HttpFault): string {
  if (outcome instanceof HttpFault) {
    return `The PSA gave no response: ${outcome.message}`;
  }
  const { status, body } = outcome;
  if (status >= 400) {
    return `The PSA failed with status ${status}: ${readErrorText(status, body)}`;
  }
  if (body.trim() === '') {
    return `The PSA responded without a body (status ${status})`;
  }
  if (!isPage.test(body)) {
    return `The PSA returned something that is not a response of its API (status ${status})`;
  }
  const heading = readHeading(body);
  const named = heading === null ? '' : ` ("${heading}")`;
  return `The PSA sent a page${named} instead of JSON (status ${status}): check PSA_URL, and whether there is a proxy or a login page in front of the PSA`;
}
