import type { DeliveryAttemptView, DeliveryView } from '@leadbridge/contracts';

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

/** `503 after 12 ms`. */
export function attemptLine({
  status_code: status,
  duration_ms: duration,
}: Pick<DeliveryAttemptView, 'status_code' | 'duration_ms'>): string {
  return `${status ?? 'No response'} after ${formatNumber(duration)} ms`;
}

/** A body as it is easiest to read. */
export function readableBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
