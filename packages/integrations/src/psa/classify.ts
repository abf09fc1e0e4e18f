/** The purpose of a call: a read may be retried, a write is sent once and protected by its claim. */
export type PsaCallIntent = 'read' | 'write';

/**
 * The meaning of a PSA response:
 * - `succeeded`: the request succeeded
 * - `absent`: the requested entity does not exist
 * - `refused`: the PSA rejects it, and a retry would not help
 * - `passing`: it failed, and a retry may help; whether a write was applied is unknown
 * - `throttled`: too many requests
 * - `credentials`: the token is not accepted
 * - `misaddressed`: it is at another address
 */
export type PsaResponseClass =
  | 'succeeded'
  | 'absent'
  | 'refused'
  | 'passing'
  | 'throttled'
  | 'credentials'
  | 'misaddressed';

export function classOfStatus(status: number): PsaResponseClass {
  if (status < 300) {
    return 'succeeded';
  }
  if (status < 400) {
    return 'misaddressed';
  }
  switch (status) {
    case 401:
      return 'credentials';
    case 404:
    case 410:
      return 'absent';
    // A timeout, a record that somebody else has locked, and a request that came too early.
    case 408:
    case 423:
    case 425:
      return 'passing';
    case 429:
      return 'throttled';
    default:
      return status >= 500 ? 'passing' : 'refused';
  }
}
