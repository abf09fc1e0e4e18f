import { randomBytes } from 'node:crypto';

/** The prefixes of the identifiers that the service makes. */
export type IdPrefix =
  'job' | 'req' | 'err' | 'evt' | 'wh' | 'dlv' | 'key' | 'usr' | 'call' | 'sup' | 'aud' | 'ses';

const timeDigits = 9;

/**
 * An identifier such as `job_0mf3k2a9c4b1…`: eight bytes of randomness behind the time in base 36, so that
 * identifiers sort by age and an index on them grows at its end.
 */
export function newId(prefix: IdPrefix, now: number = Date.now()): string {
  const time = now.toString(36).padStart(timeDigits, '0');
  return `${prefix}_${time}${randomBytes(8).toString('hex')}`;
}
