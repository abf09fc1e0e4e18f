/** Sent by browsers to the service's own pages and to the API. */
export const sessionCookieName = 'leadbridge_session';

/**
 * The `Set-Cookie` header of a session: inaccessible to scripts and other sites.
 *
 * @param secure whether the request came over https; otherwise a browser would not store or send the cookie
 */
export function sessionCookie(token: string, seconds: number, secure: boolean): string {
  return attributes(`${sessionCookieName}=${token}`, seconds, secure);
}

/** Makes the browser delete the cookie. */
export function endedSessionCookie(secure: boolean): string {
  return attributes(`${sessionCookieName}=`, 0, secure);
}

function attributes(pair: string, seconds: number, secure: boolean): string {
  return `${pair}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}
