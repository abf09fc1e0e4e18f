import { LIMITS } from './limits.js';
import { cleanLine } from './text.js';

const SCHEME = /^(?:(?:[a-z][a-z0-9+.-]*:)?\/\/)+/iu;
const HTTP_SCHEME = /^https?:\/\//iu;
const HOST = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]*(?:\.[\p{L}\p{N}\p{M}_-]+)+(?::\d{1,5})?(?=$|[/?#])/u;

/** Without its scheme and trailing slash; null if the rest does not start with a host name. */
export function cleanWebsite(value: string): string | null {
  const site = cleanLine(value, LIMITS.url).replace(SCHEME, '').replace(/\/+$/u, '');
  return isAddress(site) ? site : null;
}

/** A profile link unchanged, or null if it is not a web address: a PSA shows it as a clickable link. */
export function cleanProfileUrl(value: string): string | null {
  const url = cleanLine(value, LIMITS.url);
  return isAddress(url.replace(HTTP_SCHEME, '')) ? url : null;
}

function isAddress(text: string): boolean {
  return HOST.test(text) && !/\s/u.test(text);
}
