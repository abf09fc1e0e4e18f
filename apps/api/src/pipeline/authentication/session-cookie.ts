/** Sent by browsers to the service's own pages and to the API that these call. */
export const sessionCookieName = 'leadbridge_session';

/**
 * The `Set-Cookie` header of a session: out of reach for scripts and for other sites.
 *
 * @param secure whether the request came over https: a browser would not keep the cookie otherwise, nor send it
 */
export function sessionCookie(token: string, seconds: number, secure: boolean): string {
  return attributes(`${sessionCookieName}=${token}`, seconds, secure);
}

/** Makes the browser forget the cookie. */
export function endedSessionCookie(secure: boolean): string {
  return attributes(`${sessionCookieName}=`, 0, secure);
}

function attributes(pair: string, seconds: number, secure: boolean): string {
  return `${pair}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}
