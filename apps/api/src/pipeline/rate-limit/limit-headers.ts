import type { LimitDecision, LimitWindow, WindowState } from './limiter.js';

interface HeaderTarget {
  setHeader(name: string, value: string | number): unknown;
}

interface Shown {
  readonly window: LimitWindow;
  readonly state: WindowState;
}

/**
 * Sets the specification's `X-RateLimit-*` headers, and the `RateLimit` and `RateLimit-Policy` fields of the
 * IETF draft, which describe every window. The first three show the hourly limit, or the bulk limit if less
 * of it is left.
 */
export function setLimitHeaders(
  response: HeaderTarget,
  windows: readonly LimitWindow[],
  decision: LimitDecision,
): void {
  const shown = windows.flatMap((window, index): Shown[] => {
    const state = decision.windows[index];
    return state === undefined ? [] : [{ window, state }];
  });
  const [hour] = shown;
  if (hour === undefined) {
    return;
  }
  const bulk = shown.find(({ window }) => window.name === 'bulk');
  const { window, state } = bulk !== undefined && bulk.state.remaining < hour.state.remaining ? bulk : hour;
  response.setHeader('X-RateLimit-Limit', window.quota);
  response.setHeader('X-RateLimit-Remaining', state.remaining);
  response.setHeader('X-RateLimit-Reset', Math.ceil(state.resetAt / 1000));
  response.setHeader('RateLimit-Policy', shown.map((entry) => policyOf(entry.window)).join(', '));
  response.setHeader('RateLimit', shown.map((entry) => stateOf(entry, decision.now)).join(', '));
}

function policyOf({ name, quota, seconds }: LimitWindow): string {
  return `"${name}";q=${quota};w=${seconds}`;
}

function stateOf({ window, state }: Shown, now: number): string {
  return `"${window.name}";r=${state.remaining};t=${secondsUntil(state.resetAt, now)}`;
}

/** Whole seconds, rounded up, so that a caller who waits that long is not too early. */
export function secondsUntil(time: number, now: number): number {
  return Math.max(0, Math.ceil((time - now) / 1000));
}
