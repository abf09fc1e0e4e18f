/** What a call is for: a read may be repeated, a write is sent once and guarded by its claim. */
export type PsaCallIntent = 'read' | 'write';

/**
 * What an answer of the PSA means:
 * - `answered`: it did what it was asked
 * - `absent`: what was asked for is not there
 * - `refused`: it will not, and a repeat would not help
 * - `passing`: it failed, and a repeat may help; of a write it is unknown whether it was applied
 * - `throttled`: too many requests
 * - `credentials`: the token is not accepted
 * - `misaddressed`: it is at another address
 */
export type PsaAnswerClass =
  'answered' | 'absent' | 'refused' | 'passing' | 'throttled' | 'credentials' | 'misaddressed';

/** What a status says by itself. */
export function classOfStatus(status: number): PsaAnswerClass {
  if (status < 300) {
    return 'answered';
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
    case 408:
      return 'passing';
    case 429:
      return 'throttled';
    default:
      return status >= 500 ? 'passing' : 'refused';
  }
}
