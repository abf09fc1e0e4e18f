/** Sent by browsers to the service's own pages and to the API over http. */
export const sessionCookieName = 'leadbridge_session';

/**
 * Over https browsers take this prefix only from the host itself, over https: no other host of the domain can set the
 * cookie, and so sign somebody in as someone else.
 *
 * @param secure whether the request came over https
 */
export function sessionCookieNameOf(secure: boolean): string {
  return secure ? `__Host-${sessionCookieName}` : sessionCookieName;
}

/**
 * The `Set-Cookie` header of a session: inaccessible to scripts and other sites.
 *
 * @param secure whether the request came over https; otherwise a browser would not store or send the cookie
 */
export function sessionCookie(token: string, seconds: number, secure: boolean): string {
  return attributes(`${sessionCookieNameOf(secure)}=${token}`, seconds, secure);
}

/** Makes the browser delete the cookie. */
export function endedSessionCookie(secure: boolean): string {
  return attributes(`${sessionCookieNameOf(secure)}=`, 0, secure);
}

function attributes(pair: string, seconds: number, secure: boolean): string {
  return `${pair}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}
