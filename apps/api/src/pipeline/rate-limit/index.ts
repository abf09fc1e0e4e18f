import { AppError } from '@leadbridge/platform';
import type { Response } from 'express';

import { limitDemand, neverRefused, type LimitedRoute, type LimitSettings } from './limit-policy.js';
import type { LimitDecision, Limiter, LimitSlot, LimitWindow } from './limiter.js';
import { secondsUntil, setLimitHeaders } from './limit-headers.js';

export { createLocalLimiter } from './local-limiter.js';
export { createRedisLimiter } from './redis-limiter.js';
export { createResilientLimiter } from './resilient-limiter.js';
export { limitedForOthers } from './limit-policy.js';
export { isFirstUse, mayRecordRefusal } from './oidc-limits.js';
export type { LimitedRoute, LimitSettings } from './limit-policy.js';
export type { Limiter } from './limiter.js';

export interface Limits {
  readonly limiter: Limiter;
  readonly settings: LimitSettings;
}

/** For a request that is a part of another one, which the hour and the minute have counted. */
export function withoutRequestLimits({ limiter, settings }: Limits): Limits {
  return {
    settings,
    limiter: {
      decide: async ({ windows, slot }) =>
        limiter.decide({
          windows: windows.map((window) =>
            window.name === 'hour' || window.name === 'minute' ? { ...window, counts: false } : window,
          ),
          slot,
        }),
      release: (slot) => limiter.release(slot),
    },
  };
}

const slotRetrySeconds = 1;

/**
 * Counts a request, sets the headers of its limits, and takes a slot among the sync operations until the
 * response.
 *
 * @param subject whose limits: a credential's id, or an address
 * @returns a function that counts the request as an accepted bulk import; it throws RATE_LIMIT_EXCEEDED if
 * there were too many
 * @throws AppError RATE_LIMIT_EXCEEDED, never for a health check
 */
export async function applyLimits(
  route: LimitedRoute,
  subject: string,
  response: Response,
  limits: Limits,
): Promise<() => Promise<void>> {
  const { limiter, settings } = limits;
  const demand = limitDemand(route, subject, settings);
  const { slot, windows } = demand;
  if (slot !== null) {
    response.once('close', () => limiter.release(slot));
  }
  const decision = await limiter.decide(demand);
  if (slot !== null && response.closed) {
    limiter.release(slot);
  }
  setLimitHeaders(response, windows, decision);
  if (decision.refusedBy !== null) {
    throw refusal(decision, windows, slot);
  }
  return () => countBulkImport(windows, decision, response, limiter);
}

/** Sets the headers of a response that counts against no limit and is never refused. */
export async function setHeadersOfLimits(subject: string, response: Response, limits: Limits): Promise<void> {
  await applyLimits(neverRefused, subject, response, limits);
}

/** The headers for a response to something that was not a request; it is not counted. */
export async function limitHeadersOf(
  address: string,
  { limiter, settings }: Limits,
): Promise<Readonly<Record<string, string | number>>> {
  const headers: Record<string, string | number> = {};
  const { windows } = limitDemand(neverRefused, address, settings);
  setLimitHeaders(
    { setHeader: (name, value) => (headers[name] = value) },
    windows,
    await limiter.decide({ windows, slot: null }),
  );
  return headers;
}

async function countBulkImport(
  windows: readonly LimitWindow[],
  decision: LimitDecision,
  response: Response,
  limiter: Limiter,
): Promise<void> {
  const bulk = windows.findIndex(({ name }) => name === 'bulk');
  const window = windows[bulk];
  if (window === undefined) {
    return;
  }
  const counted = await limiter.decide({ windows: [{ ...window, counts: true }], slot: null });
  const states = decision.windows.map((state, index) =>
    index === bulk ? (counted.windows[0] ?? state) : state,
  );
  setLimitHeaders(response, windows, { ...decision, windows: states });
  if (counted.refusedBy !== null) {
    throw refusal(counted, [window], null);
  }
}

const refusals: Readonly<Record<LimitWindow['name'], string>> = {
  hour: 'The hourly limit of requests is used up',
  minute: 'Too many requests within a minute',
  bulk: 'The hourly limit of bulk imports is used up',
  sign_in: 'Too many attempts to sign in',
  oidc: 'Too many attempts to sign in',
  notification: 'Too many notifications within a second',
};

const slotRefusals: Readonly<Record<LimitSlot['name'], string>> = {
  concurrent_sync: 'Too many sync operations are running at the same time',
  concurrent_streams: 'Too many streams of events are open at the same time: close one of them first',
};

function refusal(decision: LimitDecision, windows: readonly LimitWindow[], slot: LimitSlot | null): AppError {
  if (decision.refusedBy === 'slot' || decision.refusedBy === null) {
    const limit = slot?.name ?? 'concurrent_sync';
    return new AppError('RATE_LIMIT_EXCEEDED', slotRefusals[limit], {
      retryAfterSeconds: slotRetrySeconds,
      details: { limit, ...(slot === null ? {} : { quota: slot.places }) },
    });
  }
  const window = windows[decision.refusedBy];
  const resetAt = decision.windows[decision.refusedBy]?.resetAt ?? decision.now;
  return new AppError('RATE_LIMIT_EXCEEDED', refusals[window?.name ?? 'hour'], {
    retryAfterSeconds: Math.max(1, secondsUntil(resetAt, decision.now)),
    details: { limit: window?.name ?? 'hour', quota: window?.quota ?? 0 },
  });
}
