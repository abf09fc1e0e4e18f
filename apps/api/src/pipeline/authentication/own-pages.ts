import type { IncomingHttpHeaders } from 'node:http';

/** By the browser's own header, or else the page's origin. */
export function comesFromOurPages(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-site': site } = headers;
  return site === undefined ? originOf(headers) === 'own' : site === 'same-origin';
}

/** Whether a request shows that it comes from a page of another origin; a program shows neither. */
export function comesFromElsewhere(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-site': site } = headers;
  return site === undefined ? originOf(headers) === 'other' : site !== 'same-origin' && site !== 'none';
}

function originOf({ origin, host }: IncomingHttpHeaders): 'own' | 'other' | 'unknown' {
  if (origin === undefined) {
    return 'unknown';
  }
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host ? 'own' : 'other';
}
