import type { DeliveryAttemptView, DeliveryView, WebhookView } from '@leadbridge/contracts';

import { formatNumber, formatRelative } from '../../parts/format.js';

/** How a delivery is, in words: one that has failed so far is not just pending. */
export function deliveryState(
  {
    status,
    attempt_count: count,
    next_attempt_at: next,
  }: Pick<DeliveryView, 'status' | 'attempt_count' | 'next_attempt_at'>,
  nowMs: number,
): { readonly text: string; readonly tone: string } {
  if (status === 'succeeded') {
    return { text: 'Delivered', tone: 'green' };
  }
  if (status === 'failed') {
    return { text: 'Failed', tone: 'red' };
  }
  return count === 0 || next === null
    ? { text: 'Waiting', tone: 'amber' }
    : { text: `Failing, next try ${formatRelative(next, nowMs)}`, tone: 'red' };
}

const switchedOff: Readonly<Record<NonNullable<WebhookView['switched_off']>['reason'], string>> = {
  gone: 'the target responded with 410',
  five_days_of_failures: 'every delivery failed for five days',
};

/** Whether a webhook is sent to, and whether that works. */
export function webhookState({
  active,
  switched_off: off,
  failing_since: since,
}: Pick<WebhookView, 'active' | 'switched_off' | 'failing_since'>): {
  readonly text: string;
  readonly tone: string;
} {
  if (off !== null) {
    return { text: `Switched off: ${switchedOff[off.reason]}`, tone: 'red' };
  }
  if (!active) {
    return { text: 'Off', tone: 'grey' };
  }
  return since === null ? { text: 'On', tone: 'green' } : { text: 'Failing', tone: 'red' };
}

/** `503 after 12 ms`; without a response, why there is none. */
export function attemptLine({
  status_code: status,
  duration_ms: duration,
  error,
}: Pick<DeliveryAttemptView, 'status_code' | 'duration_ms' | 'error'>): string {
  return `${status ?? error ?? 'No response'} after ${formatNumber(duration)} ms`;
}

/** A body as it is easiest to read. */
export function readableBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
