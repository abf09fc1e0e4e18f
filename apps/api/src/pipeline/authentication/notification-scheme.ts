/**
 * The error message for a PSA whose `Authorization` has another scheme than `PSA_NOTIFICATION_AUTH`; null if
 * the scheme is not the reason.
 *
 * @param agreed the configured header; null without it
 */
export function wrongScheme(authorization: string | undefined, agreed: string | null): string | null {
  const sent = /^(basic|bearer) /i.exec(authorization?.trim() ?? '')?.[1]?.toLowerCase();
  const expected = agreed?.split(' ')[0]?.toLowerCase();
  if (sent === 'basic' && expected === undefined) {
    return 'Basic authentication is for notifications of the PSA alone: set PSA_NOTIFICATION_AUTH to basic:<user>:<secret>';
  }
  if (sent === 'basic' && expected === 'bearer') {
    return 'PSA_NOTIFICATION_AUTH expects a Bearer token, and the request has Basic authentication';
  }
  return sent === 'bearer' && expected === 'basic'
    ? 'The Bearer token is not valid; PSA_NOTIFICATION_AUTH expects Basic authentication of the PSA'
    : null;
}
