import { randomUUID } from 'node:crypto';

import type { RouteContract, RouteLimit } from '@leadbridge/contracts';

import { limitSubject } from './limit-subject.js';
import type { LimitDemand, LimitSlot, LimitWindow } from './limiter.js';
import { oidcWindow } from './oidc-limits.js';

/** The configured limits (specification, "Limits"), each per credential. */
export interface LimitSettings {
  readonly perHour: number;
  /** In addition to `perHour`. */
  readonly burst: number;
  readonly bulkPerHour: number;
  readonly syncConcurrency: number;
  /** Null if the per-minute limit is off. */
  readonly perMinute: number | null;
  /** Notifications of the PSA with a credential and without a signature. */
  readonly notificationsPerSecond: number;
}

const hourSeconds = 3600;
const minuteSeconds = 60;

/** The burst that the specification adds to the per-minute limit before the block. */
const perMinuteBurst = 20;
const perMinuteBlockSeconds = 15 * minuteSeconds;
/** Open event streams per credential: a person's tabs, and a program or two. */
const maxStreams = 50;

const signInsPerMinute = 10;
const signInBurst = 5;

export type LimitedRoute = Pick<RouteContract, 'limits' | 'permission' | 'atOrigin'>;

/** The limits for callers without permission, who must not evade the usual ones by it. */
export function limitedForOthers({ limits = [], ...route }: LimitedRoute): LimitedRoute {
  return { ...route, limits: limits.filter((limit) => limit !== 'notification') };
}

/** Only for the headers. */
export const neverRefused: LimitedRoute = { permission: 'none', atOrigin: true };

/** Health checks are never refused, because their callers restart what does not respond. */
function isHealthCheck(route: LimitedRoute): boolean {
  return route.permission === 'none' && route.atOrigin === true;
}

/**
 * The limits of a request. The hour comes first, because the headers show it.
 *
 * @param asks a credential's id, or an address
 */
export function limitDemand(route: LimitedRoute, asks: string, settings: LimitSettings): LimitDemand {
  const subject = limitSubject(asks);
  const limits = route.limits ?? [];
  const { hour, minute, bulk, signIn, notification } = windowsOf(subject, settings);
  const uncountedHour = { ...hour, counts: false };
  if (isHealthCheck(route)) {
    // Machines call these every second: counted, they would use up the limit of people behind the same
    // address.
    return { windows: [uncountedHour], slot: null };
  }
  if (limits.includes('notification')) {
    return { windows: [uncountedHour, notification], slot: null };
  }
  if (limits.includes('oidc')) {
    return { windows: [uncountedHour, oidcWindow(subject)], slot: null };
  }
  const windows = [
    hour,
    ...(minute !== null && route.permission !== 'none' ? [minute] : []),
    ...(limits.includes('bulk') ? [bulk] : []),
    ...(limits.includes('sign_in') ? [signIn] : []),
  ];
  return { windows, slot: slotOf(limits, subject, settings) };
}

function windowsOf(subject: string, settings: LimitSettings) {
  const { perHour, burst, perMinute, bulkPerHour, notificationsPerSecond } = settings;
  const usual = { subject, burst: 0, blockSeconds: 0, counts: true };
  const ofMinute = { ...usual, seconds: minuteSeconds };
  const ofHour = { ...usual, seconds: hourSeconds };
  return {
    hour: { ...ofHour, name: 'hour', quota: perHour, burst },
    minute:
      perMinute === null
        ? null
        : {
            ...ofMinute,
            ...{ name: 'minute', quota: perMinute },
            ...{ burst: perMinuteBurst, blockSeconds: perMinuteBlockSeconds },
          },
    // Counted only when an import is accepted: a rejected one has imported nothing, and the repetition of an
    // accepted one (`Idempotency-Key`) gets its response whatever is left.
    bulk: { ...ofHour, name: 'bulk', quota: bulkPerHour, counts: false },
    signIn: { ...ofMinute, name: 'sign_in', quota: signInsPerMinute, burst: signInBurst },
    // The PSA reports as often as people change tickets, and may give up a refused notification, so it has to
    // wait at most until the next second.
    notification: { ...usual, name: 'notification', quota: notificationsPerSecond, seconds: 1 },
  } as const satisfies Readonly<Record<string, LimitWindow | null>>;
}

/** The holder is not a name that a caller can choose, because two requests could then share a slot. */
function slotOf(
  limits: readonly RouteLimit[],
  subject: string,
  { syncConcurrency }: LimitSettings,
): LimitSlot | null {
  const holder = randomUUID();
  if (limits.includes('sync')) {
    return { name: 'concurrent_sync', subject, holder, places: syncConcurrency };
  }
  return limits.includes('stream')
    ? { name: 'concurrent_streams', subject: `${subject}:streams`, holder, places: maxStreams }
    : null;
}
