/** The console's own address that pages outside of it lead to where nobody is signed in; `to` says where from. */
const signInPath = '/sign-in';

/**
 * Where a person wanted to go before the sign-in: one of our own pages, and no other.
 *
 * @param search of the address of the sign-in
 * @returns a path with its query
 */
export function destinationOf(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('to') ?? '';
  if (!URL.canParse(wanted, origin)) {
    return '/console';
  }
  const { origin: wantedOrigin, pathname, search: query } = new URL(wanted, origin);
  const isOurs = wantedOrigin === origin && /^\/(?:console|admin|docs|api\/v1\/docs)(?:\/|$)/u.test(pathname);
  return isOurs && !pathname.endsWith(signInPath) ? pathname + query : '/console';
}
