import { randomUUID } from 'node:crypto';

import type { RouteContract, RouteLimit } from '@leadbridge/contracts';

import { limitSubject } from './limit-subject.js';
import type { LimitDemand, LimitSlot, LimitWindow } from './limiter.js';

/** The configured limits (specification, "Limits"), each per credential. */
export interface LimitSettings {
  readonly perHour: number;
  /** On top of `perHour`. */
  readonly burst: number;
  readonly bulkPerHour: number;
  readonly syncConcurrency: number;
  /** Null where the per-minute form is switched off. */
  readonly perMinute: number | null;
  /** Notifications of the PSA that come with a credential and no signature. */
  readonly notificationsPerSecond: number;
}

const hourSeconds = 3600;
const minuteSeconds = 60;

/** The security form of the specification: burst and block beside the per-minute limits. */
const perMinuteBurst = 20;
const perMinuteBlockSeconds = 15 * minuteSeconds;
/** Streams of events that one credential may have open at the same time: a person's tabs, and a program or two. */
const maxStreams = 50;

const signInsPerMinute = 10;
const signInBurst = 5;

/** What the limits of a route depend on. */
export type LimitedRoute = Pick<RouteContract, 'limits' | 'permission' | 'atOrigin'>;

/** The route as it is limited for whoever may not call it: nobody evades the limits of callers with it. */
export function limitedForOthers({ limits = [], ...route }: LimitedRoute): LimitedRoute {
  return { ...route, limits: limits.filter((limit) => limit !== 'notification') };
}

/** For the headers alone. */
export const neverRefused: LimitedRoute = { permission: 'none', atOrigin: true };

/** The checks are refused to nobody: who asks for them restarts what does not answer. */
function isHealthCheck(route: LimitedRoute): boolean {
  return route.permission === 'none' && route.atOrigin === true;
}

/**
 * What a request is counted by. The hour comes first: it is the one that the headers show.
 *
 * @param asks a credential's id, or an address
 */
export function limitDemand(route: LimitedRoute, asks: string, settings: LimitSettings): LimitDemand {
  const subject = limitSubject(asks);
  const limits = route.limits ?? [];
  if (isHealthCheck(route)) {
    // Asked every second by machines: counted, they would use up what the people behind the same address have.
    return { windows: [{ ...hourWindow(subject, settings), counts: false }], slot: null };
  }
  if (limits.includes('notification')) {
    return {
      windows: [{ ...hourWindow(subject, settings), counts: false }, notificationWindow(subject, settings)],
      slot: null,
    };
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

function hourWindow(subject: string, settings: LimitSettings): LimitWindow {
  return {
    name: 'hour',
    subject,
    quota: settings.perHour,
    burst: settings.burst,
    seconds: hourSeconds,
    blockSeconds: 0,
    counts: true,
  };
}

function minuteWindow(subject: string, quota: number): LimitWindow {
  return {
    name: 'minute',
    subject,
    quota,
    burst: perMinuteBurst,
    seconds: minuteSeconds,
    blockSeconds: perMinuteBlockSeconds,
    counts: true,
  };
}

/**
 * Only looked at when a bulk import arrives, and counted when it is accepted: a refused one has imported nothing, and the repeat of an
 * accepted one (`Idempotency-Key`) is told its answer whatever is left.
 */
function bulkWindow(subject: string, settings: LimitSettings): LimitWindow {
  return {
    name: 'bulk',
    subject,
    quota: settings.bulkPerHour,
    burst: 0,
    seconds: hourSeconds,
    blockSeconds: 0,
    counts: false,
  };
}

function signInWindow(subject: string): LimitWindow {
  return {
    name: 'sign_in',
    subject,
    quota: signInsPerMinute,
    burst: signInBurst,
    seconds: minuteSeconds,
    blockSeconds: 0,
    counts: true,
  };
}

/**
 * The PSA reports as often as people change tickets, and may give a notification up that is refused: it has to wait no longer than until
 * the next second.
 */
function notificationWindow(subject: string, settings: LimitSettings): LimitWindow {
  return {
    name: 'notification',
    subject,
    quota: settings.notificationsPerSecond,
    burst: 0,
    seconds: 1,
    blockSeconds: 0,
    counts: true,
  };
}

/** The holder is no name that a caller could choose, or two requests could share a place. */
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
