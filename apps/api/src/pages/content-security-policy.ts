import type { Response } from 'express';

const own = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** Our own pages: nothing inline, nothing from elsewhere. */
export function setPagePolicy(response: Response): void {
  response.setHeader('Content-Security-Policy', [...own, "style-src 'self'", "base-uri 'none'"].join('; '));
}

/** The queue dashboard: its scripts are files of ours too, but it names its base and writes styles into elements. */
export function setDashboardPolicy(response: Response): void {
  response.setHeader(
    'Content-Security-Policy',
    [...own, "style-src 'self' 'unsafe-inline'", "base-uri 'self'"].join('; '),
  );
}

/**
 * The console: its files are ours alone. Its component library writes style elements, which are let through by a nonce that every copy of
 * the page has of its own; scripts have none.
 */
export function setConsolePolicy(response: Response, nonce: string): void {
  response.setHeader(
    'Content-Security-Policy',
    [...own, "worker-src 'self'", `style-src 'self' 'nonce-${nonce}'`, "base-uri 'none'"].join('; '),
  );
}
