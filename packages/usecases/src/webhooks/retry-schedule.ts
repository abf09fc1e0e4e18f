import type { SendOutcome } from '../ports/webhooks.js';

export type RetryDecision =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'retry'; readonly delayMilliseconds: number }
  /** No repetition is left. */
  | { readonly kind: 'failed' }
  /** The target wants no more events, ever. */
  | { readonly kind: 'gone' };

/** A target may ask to be left alone for this long; what it asks beyond is not honoured. */
const maxRetryAfterMs = 24 * 3_600_000;

/** Each delay is spread by a tenth either way, so that what failed together does not come back together. */
const spread = 0.1;

const gone = 410;

/**
 * What follows a try to deliver (decisions: "Delivery"): a 2xx is success, 410 ends the webhook, everything else (a redirect too) is tried again
 * after the next of `delays`, and no earlier than the target's `Retry-After` says.
 *
 * @param tries tries so far, this one included
 * @param delays seconds before each repetition
 * @param random from 0 to 1
 */
export function decideRetry(
  outcome: SendOutcome,
  tries: number,
  delays: readonly number[],
  random: number,
): RetryDecision {
  if (outcome.kind === 'answered') {
    if (outcome.status >= 200 && outcome.status < 300) {
      return { kind: 'succeeded' };
    }
    if (outcome.status === gone) {
      return { kind: 'gone' };
    }
  }
  const delay = delays[tries - 1];
  if (delay === undefined) {
    return { kind: 'failed' };
  }
  const scheduled = Math.round(delay * 1000 * (1 - spread + random * 2 * spread));
  const asked = outcome.kind === 'answered' ? (outcome.retryAfterMilliseconds ?? 0) : 0;
  return { kind: 'retry', delayMilliseconds: Math.max(scheduled, Math.min(asked, maxRetryAfterMs)) };
}
