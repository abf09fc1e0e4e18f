import { timingSafeEqual } from 'node:crypto';

/** Compares two secrets in constant time. */
export function equalTexts(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
