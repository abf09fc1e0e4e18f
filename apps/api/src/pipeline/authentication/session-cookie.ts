/** Sent by browsers to the service's own pages and to the API over http. */
export const sessionCookieName = 'leadbridge_session';

/**
 * Over https browsers take this prefix only from the host itself, over https: no other host of the domain can set the
 * cookie, and so sign somebody in as someone else.
 *
 * @param secure whether the request came over https
 */
export function ownCookieName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

/**
 * The `Set-Cookie` header of a session: inaccessible to scripts and other sites.
 *
 * @param secure whether the request came over https; otherwise a browser would not store or send the cookie
 */
export function sessionCookie(token: string, seconds: number, secure: boolean): string {
  return setOwnCookie(sessionCookieName, token, { seconds, secure, sameSite: 'Strict' });
}

export function endedSessionCookie(secure: boolean): string {
  return sessionCookie('', 0, secure);
}

/** The `Set-Cookie` header of a cookie that scripts cannot read. */
export function setOwnCookie(
  name: string,
  value: string,
  how: { readonly seconds: number; readonly secure: boolean; readonly sameSite: 'Strict' | 'Lax' },
): string {
  const { seconds, secure, sameSite } = how;
  const pair = `${ownCookieName(name, secure)}=${value}`;
  return `${pair}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;
}
