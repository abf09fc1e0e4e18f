/** Where people land if they did not ask for a page of ours. */
const startPage = '/console';

/** The pages for people; everything else of the service is for programs. */
const pages = /^\/(?:console|admin|docs|api\/v1\/docs)(?:\/|$)/u;

/** Stands for the origin of the service, whatever that is. */
const ownOrigin = 'https://own.invalid';

/**
 * The page of our own that somebody asked for before a sign-in: its path and query as a browser reads them. The
 * start page for the sign-in itself, and for everything that is not one of our pages, however it is written: a
 * sign-in must not lead to another site.
 */
export function ownPage(wanted: string): string {
  if (!URL.canParse(wanted, ownOrigin)) {
    return startPage;
  }
  const { origin, pathname, search } = new URL(wanted, ownOrigin);
  const isOurs = origin === ownOrigin && pages.test(pathname);
  return isOurs && !pathname.endsWith('/sign-in') ? pathname + search : startPage;
}
