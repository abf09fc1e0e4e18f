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

/** The properties of a route that determine its limits. */
export type LimitedRoute = Pick<RouteContract, 'limits' | 'permission' | 'atOrigin'>;

/**
 * The limits of the route for callers without permission, so that it cannot be used to evade the usual
 * limits.
 */
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
  if (isHealthCheck(route)) {
    // Machines call these every second: counted, they would use up the limit of people behind the same
    // address.
    return { windows: [{ ...hourWindow(subject, settings), counts: false }], slot: null };
  }
  const own = limits.includes('oidc') ? oidcWindow(subject) : null;
  const replacing = limits.includes('notification') ? notificationWindow(subject, settings) : own;
  if (replacing !== null) {
    return { windows: [{ ...hourWindow(subject, settings), counts: false }, replacing], slot: null };
  }
  const windows = [hourWindow(subject, settings)];
  if (settings.perMinute !== null && route.permission !== 'none') {
    windows.push(minuteWindow(subject, settings.perMinute));
  }
  if (limits.includes('bulk')) {
    windows.push(bulkWindow(subject, settings));
  }
  if (limits.includes('sign_in')) {
    windows.push(signInWindow(subject));
  }
  return { windows, slot: slotOf(limits, subject, settings) };
}

/** What most windows have in common. */
const usual = { burst: 0, blockSeconds: 0, counts: true } as const;

function hourWindow(subject: string, { perHour: quota, burst }: LimitSettings): LimitWindow {
  return { ...usual, name: 'hour', subject, quota, burst, seconds: hourSeconds };
}

function minuteWindow(subject: string, quota: number): LimitWindow {
  return {
    ...usual,
    name: 'minute',
    subject,
    quota,
    burst: perMinuteBurst,
    seconds: minuteSeconds,
    blockSeconds: perMinuteBlockSeconds,
  };
}

/**
 * Only checked when a bulk import arrives, and counted when it is accepted: a rejected one has imported
 * nothing, and the repetition of an accepted one (`Idempotency-Key`) gets its response whatever is left.
 */
function bulkWindow(subject: string, { bulkPerHour: quota }: LimitSettings): LimitWindow {
  return { ...usual, name: 'bulk', subject, quota, seconds: hourSeconds, counts: false };
}

function signInWindow(subject: string): LimitWindow {
  return {
    ...usual,
    name: 'sign_in',
    subject,
    quota: signInsPerMinute,
    burst: signInBurst,
    seconds: minuteSeconds,
  };
}

/**
 * The PSA reports as often as people change tickets, and may give up a refused notification, so it has to
 * wait at most until the next second.
 */
function notificationWindow(subject: string, { notificationsPerSecond: quota }: LimitSettings): LimitWindow {
  return { ...usual, name: 'notification', subject, quota, seconds: 1 };
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
