import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in a time that reveals nothing about either: digests have equal lengths. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
