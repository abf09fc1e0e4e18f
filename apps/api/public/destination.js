/** Where the person wanted to go before they were led here: one of our own pages, and no other. */
export function destination() {
  const wanted = new URLSearchParams(location.search).get('to') ?? '';
  if (!URL.canParse(wanted, location.origin)) {
    return '/admin';
  }
  const { origin, pathname, search } = new URL(wanted, location.origin);
  const isOurs = origin === location.origin && /^\/(admin|docs|api\/v1\/docs)(\/|$)/.test(pathname);
  return isOurs && pathname !== '/admin/sign-in' ? pathname + search : '/admin';
}
