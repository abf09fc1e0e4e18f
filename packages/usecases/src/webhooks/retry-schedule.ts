import type { SendOutcome } from '../ports/webhooks.js';

export type RetryDecision =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'retry'; readonly delayMilliseconds: number }
  /** No retry is left. */
  | { readonly kind: 'failed' }
  /** The target no longer exists, and wants no further events. */
  | { readonly kind: 'gone' };

/** The longest `Retry-After` that is honoured, in milliseconds. */
const maxRetryAfterMs = 24 * 3_600_000;

/** A tenth either way, so that deliveries that failed together are not retried together. */
const spread = 0.1;

const gone = 410;

/**
 * Decides what follows an attempt (decisions: "Delivery"): a 2xx is a success, 410 switches the webhook off,
 * and everything else (including a redirect) is retried after the next of `delays`, but not before the
 * target's `Retry-After`.
 *
 * @param tries attempts so far, including this one
 * @param delays seconds before each retry
 * @param random from 0 to 1
 */
export function decideRetry(
  outcome: SendOutcome,
  tries: number,
  delays: readonly number[],
  random: number,
): RetryDecision {
  if (outcome.kind === 'responded') {
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
  const asked = outcome.kind === 'responded' ? (outcome.retryAfterMilliseconds ?? 0) : 0;
  return { kind: 'retry', delayMilliseconds: Math.max(scheduled, Math.min(asked, maxRetryAfterMs)) };
}
