import { createHash, randomFillSync } from 'node:crypto';

export type IdPrefix =
  | 'job'
  | 'req'
  | 'err'
  | 'evt'
  | 'wh'
  | 'dlv'
  | 'key'
  | 'usr'
  | 'call'
  | 'sup'
  | 'aud'
  | 'ses'
  | 'lst'
  | 'tl'
  | 'fct'
  | 'rec';

const timeDigits = 9;
const randomBytes = 8;

/** Reading a few random bytes costs as much as reading many, and every request needs some. */
const pool = Buffer.alloc(512 * randomBytes);
let used = pool.length;

/** The time in base 36 and eight random bytes: identifiers sort by age, and an index grows at its end. */
export function newId(prefix: IdPrefix, now: number = Date.now()): string {
  const time = now.toString(36).padStart(timeDigits, '0');
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += randomBytes;
  return `${prefix}_${time}${pool.toString('hex', used - randomBytes, used)}`;
}

/** The id of a job derived from a reference: always the same, so that requesting it twice stores one job. */
export function derivedJobId(reference: string): string {
  return `job_${createHash('sha256').update(reference).digest('hex').slice(0, 24)}`;
}
