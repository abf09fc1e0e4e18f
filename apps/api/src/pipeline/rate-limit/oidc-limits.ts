import { createHash } from 'node:crypto';

import { limitSubject } from './limit-subject.js';
import type { Limiter, LimitWindow } from './limiter.js';

const minuteSeconds = 60;
const requestsPerMinute = 300;
const recordedPerMinute = 30;

/** A sign-in takes two requests of a browser, and a whole office may share an address. */
export function oidcWindow(subject: string): LimitWindow {
  return oidcCount(subject, requestsPerMinute, minuteSeconds);
}

/** Anybody can cause a refused sign-in of nobody in particular, and the audit log keeps entries for long. */
export async function mayRecordRefusal(address: string, limiter: Limiter): Promise<boolean> {
  const windows = [oidcCount(`refused:${limitSubject(address)}`, recordedPerMinute, minuteSeconds)];
  return (await limiter.decide({ windows, slot: null })).refusedBy === null;
}

/** Whether a value is used for the first time within `seconds`, by all processes. Only its hash is kept. */
export async function isFirstUse(value: string, seconds: number, limiter: Limiter): Promise<boolean> {
  const subject = createHash('sha256').update(value).digest('base64url');
  const windows = [oidcCount(`once:${subject}`, 1, seconds)];
  return (await limiter.decide({ windows, slot: null })).refusedBy === null;
}

function oidcCount(subject: string, quota: number, seconds: number): LimitWindow {
  return { name: 'oidc', subject, quota, burst: 0, seconds, blockSeconds: 0, counts: true };
}
